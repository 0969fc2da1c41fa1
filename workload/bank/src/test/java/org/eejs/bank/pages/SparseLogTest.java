package org.eejs.bank.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class SparseLogTest {
    @Test
    void logsOnceForEachReason() {
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(SparseLogTest.class.getName());
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        SparseLog log = new SparseLog(SparseLogTest.class);
        log.warn("refused", "refused 1", null);
        log.warn("refused", "refused 2", null);
        log.warn("timeout", "timeout 1", null);
        log.warn("refused", "refused 3", null);
        assertEquals(List.of("refused 1", "timeout 1"), logged);
    }
}

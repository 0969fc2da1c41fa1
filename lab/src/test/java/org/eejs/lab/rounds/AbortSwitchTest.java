package org.eejs.lab.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.processes.RunFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AbortSwitchTest {
    private final AbortSwitch abort = new AbortSwitch();

    @Test
    @Timeout(20)
    void anAbortWaitsUntilTheResultHasBeenWritten() throws Exception {
        CompletableFuture<String> ended = new CompletableFuture<>();
        List<String> order = new ArrayList<>();
        abort.onAbort(order::add);
        abort.onAbort(ended::complete);
        CompletableFuture<Void> aborting = CompletableFuture.runAsync(() -> {
            abort.abort("Ctrl-C");
            order.add("gone");
        });
        assertEquals("Ctrl-C", ended.get(60, TimeUnit.SECONDS));
        assertTrue(abort.isAborted());
        assertFalse(aborting.isDone());
        order.add("written");
        abort.dealtWith();
        aborting.get(60, TimeUnit.SECONDS);
        assertEquals(List.of("Ctrl-C", "written", "gone"), order, "all that goes on is ended");
    }

    @Test
    void nothingBeginsAfterIt() {
        abort.dealtWith();
        abort.abort("Ctrl-C");
        assertEquals("Ctrl-C", assertThrows(RunFailedException.class, abort::failIfAborted).getMessage());
        assertThrows(RunFailedException.class, () -> abort.onAbort(reason -> { }));
    }

    @Test
    void whatWentWrongIsOneLine() {
        assertNull(abort.carryOut(() -> { }, "it broke"));
        assertEquals("no JVM", abort.carryOut(() -> {
            throw new RunFailedException("no JVM");
        }, "it broke"));
        assertEquals("it broke: disk full", abort.carryOut(() -> {
            throw new IOException("disk full");
        }, "it broke"));
        assertEquals("it broke: no key", abort.carryOut(() -> {
            throw new KeyStoreException("no key");
        }, "it broke"));
    }

    /** A process that the abort ended fails, too, but that is not the reason. */
    @Test
    void theReasonIsThatOfTheAbort() {
        abort.dealtWith();
        assertEquals("Ctrl-C", abort.carryOut(() -> {
            abort.abort("Ctrl-C");
            throw new IOException("broken pipe");
        }, "it broke"));
    }
}

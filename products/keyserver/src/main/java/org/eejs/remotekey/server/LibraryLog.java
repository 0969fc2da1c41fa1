package org.eejs.remotekey.server;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.files.Notice;

/**
 * The warnings of libraries, in one line each, like the server's own notices: their stack traces would let any client
 * fill the operator's screen.
 */
final class LibraryLog extends Handler {
    private final Consumer<Notice> notices;

    /** Replaces all other handlers of this process. */
    LibraryLog(Consumer<Notice> notices) {
        this.notices = notices;
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.setLevel(Level.WARNING);
        root.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            notices.accept(Notice.of(Notice.Event.FAULT, "%s: %s%s".formatted(record.getLoggerName(),
                    String.valueOf(record.getMessage()).lines().findFirst().orElse(""),
                    record.getThrown() == null ? "" : " (" + Causes.first(record.getThrown()) + ")")));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}

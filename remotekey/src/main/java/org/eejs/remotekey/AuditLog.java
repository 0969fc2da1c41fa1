package org.eejs.remotekey;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * What was asked of the keys: a line of JSON for each use and each refusal, with time, client and its certificate,
 * key, algorithm and outcome, and never with data, digest or signature. Written by a thread of its own. A use reserves its line before it
 * begins, so none happens that could not be told: when lines come faster than they can be written, there is no place to
 * reserve, and the server refuses as busy. Refusals without a place are counted, and the count is written.
 *
 * <p>Thread-safe.
 */
final class AuditLog implements AutoCloseable {
    /** Some seconds' worth; at 300 bytes each, five megabytes. */
    private static final int PLACES = 16_384;
    /** Refusals have places of their own, so that strangers cannot take those of uses. */
    private static final int PLACES_OF_REFUSALS = 2_048;
    private static final int LONGEST_TEXT = 200;
    private static final long RETRY_MS = 1000;
    /** The writer looks for lines by itself: to wake it would cost each use more than its line does. */
    private static final long REST_MS = 10;
    private static final int LINES_AT_A_TIME = 512;
    private static final JsonFactory JSON = new JsonFactory();

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final Semaphore places = new Semaphore(PLACES);
    private final Semaphore placesOfRefusals = new Semaphore(PLACES_OF_REFUSALS);
    private final LongAdder untold = new LongAdder();
    private final WritableByteChannel out;
    private final boolean owned;
    private final Consumer<Notice> notices;
    private final Thread writer = new Thread(this::write, "audit-log");
    private volatile boolean ending;

    /** Who asked for what, and what became of it; null for what is not known. */
    private record Entry(long millis, Caller client, String remote, String key, String algorithm, String outcome,
            String reason) {
        /** Uses reserved their lines, and tell no address: the client's certificate is enough. */
        boolean isUse() {
            return remote == null;
        }
    }

    private AuditLog(WritableByteChannel out, boolean owned, Consumer<Notice> notices) {
        this.out = out;
        this.owned = owned;
        this.notices = notices;
        writer.setDaemon(true);
        writer.start();
    }

    /** Appends to a file, which others cannot read. */
    static AuditLog to(Path file, Consumer<Notice> notices) throws IOException {
        return new AuditLog(Files.newByteChannel(file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"))), true, notices);
    }

    /** Writes to standard error. */
    static AuditLog toStandardError(Consumer<Notice> notices) {
        // Its file descriptor, which is not closed: a PrintStream would hide that it cannot be written.
        return new AuditLog(new FileOutputStream(FileDescriptor.err).getChannel(), false, notices);
    }

    /** Reserves a line; without one no use may begin. */
    boolean reserve() {
        return places.tryAcquire();
    }

    /** Tells what became of a use that had its line reserved. */
    void used(Caller client, String key, SignatureScheme scheme, String outcome) {
        entries.add(new Entry(System.currentTimeMillis(), client, null, key, scheme.name(), outcome, null));
    }

    /** Tells of what did not come to a use. */
    void refused(Caller client, String remote, String key, String algorithm, String outcome, String reason) {
        if (placesOfRefusals.tryAcquire()) {
            entries.add(new Entry(System.currentTimeMillis(), client, remote, key, algorithm, outcome, reason));
        } else {
            untold.increment();
        }
    }

    private void write() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        int uses = 0;
        int refusals = 0;
        try {
            while (!ending || !entries.isEmpty() || untold.sum() > 0) {
                Entry entry = entries.poll();
                for (; entry != null; entry = uses + refusals < LINES_AT_A_TIME ? entries.poll() : null) {
                    append(lines, entry);
                    if (entry.isUse()) {
                        uses++;
                    } else {
                        refusals++;
                    }
                }
                long more = untold.sumThenReset();
                if (more > 0) {
                    append(lines, new Entry(System.currentTimeMillis(), null, null, null, null, "REFUSED",
                            more + " more, while the log was behind"));
                }
                if (lines.size() > 0) {
                    persist(lines);
                    places.release(uses);
                    placesOfRefusals.release(refusals);
                    lines.reset();
                    uses = 0;
                    refusals = 0;
                } else {
                    Thread.sleep(REST_MS);
                }
            }
        } catch (InterruptedException e) {
            // The server ends and cannot wait any longer for a log that cannot be written.
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
    }

    /** Tries until it is written: meanwhile places run out, and with them the server's uses. */
    private void persist(ByteArrayOutputStream lines) throws InterruptedException {
        ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
        for (boolean told = false; bytes.hasRemaining();) {
            try {
                out.write(bytes);
            } catch (IOException e) {
                if (!told) {
                    notices.accept(Notice.of(Notice.Event.FAULT, "the audit log cannot be written (" + e.getMessage()
                            + "); once " + PLACES + " lines wait, clients are refused as busy"));
                    told = true;
                }
                Thread.sleep(RETRY_MS);
            }
        }
    }

    private static void append(ByteArrayOutputStream lines, Entry entry) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(lines)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("time", Instant.ofEpochMilli(entry.millis).toString());
            if (entry.client != null) {
                field(json, "client", entry.client.name());
                field(json, "serial", entry.client.serial());
                field(json, "certificateSha256", entry.client.fingerprint());
            }
            field(json, "remote", entry.remote);
            field(json, "key", entry.key);
            field(json, "algorithm", entry.algorithm);
            field(json, "outcome", entry.outcome);
            field(json, "reason", entry.reason);
            json.writeEndObject();
        }
        lines.write('\n');
    }

    /** Names that a client made up are cut, so that it cannot fill the disk with them. */
    private static void field(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name,
                    value.length() <= LONGEST_TEXT ? value : value.substring(0, LONGEST_TEXT) + "…");
        }
    }

    /** Writes what is there, for at most some seconds, and ends. */
    @Override
    public void close() {
        ending = true;
        try {
            writer.join(5_000);
            writer.interrupt();
            writer.join(1_000);
            if (owned) {
                out.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            notices.accept(Notice.of(Notice.Event.FAULT, "the end of the audit log is lost: " + e.getMessage()));
        }
    }
}

package org.eejs.remotekey.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The log of key usage: a line of JSON for each use and each refusal. A line has time, client, key, algorithm, outcome
 * and the hash of the digest, and never data, digest or signature. A separate thread writes it. A use reserves its line
 * before it begins, so every use can be recorded. When lines come faster than the thread writes them, there is no place
 * to reserve, and the server refuses as busy. Refusals without a place are counted, and the count is written.
 *
 * <p>Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    /** Some seconds' worth; at 500 bytes each, eight megabytes. */
    private static final int PLACES = 16_384;
    /** Refusals have separate places, so that strangers do not take those of uses. */
    private static final int PLACES_OF_REFUSALS = 2_048;
    private static final long RETRY_MS = 1000;
    /** The interval at which the writer checks for lines: waking it would cost each use more than its line does. */
    private static final long REST_NANOS = 10_000_000;
    private static final int LINES_AT_A_TIME = 512;

    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore places = new Semaphore(PLACES);
    private final Semaphore placesOfRefusals = new Semaphore(PLACES_OF_REFUSALS);
    private final LongAdder unrecorded = new LongAdder();
    private final LongAdder signatures = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private final String requests = HexFormat.of().formatHex(randomBytes()) + "-";
    private final AtomicLong request = new AtomicLong();
    private final FileChannel out;
    private final boolean owned;
    private final boolean before;
    private final AuditLines lines;
    private final Consumer<Notice> notices;
    private final Thread writer = new Thread(this::write, "audit-log");
    private volatile boolean resting;
    private volatile boolean failing;
    private volatile boolean ending;

    /** A client's answer, which may have to wait for its line. Called once, and must not throw. */
    public interface Answer {
        /** Sends the signature. */
        void send();

        /** Discards the signature, because its line could not be written. */
        void refuse();
    }

    /** A line to be written, the owner of its place, and the answer that waits for it; null for none. */
    private record Waiting(AuditEntry entry, Semaphore place, Answer answer) {}

    private AuditLog(AuditFile file, boolean owned, boolean before, Consumer<Notice> notices) {
        this.out = file.channel();
        this.owned = owned;
        this.before = before;
        this.lines = new AuditLines(file.lastHash());
        this.notices = notices;
        writer.setDaemon(true);
        writer.start();
    }

    /** Appends to a file, which others cannot read. */
    public static AuditLog to(Path path, KeyServerSettings.Audit when, Consumer<Notice> notices) throws IOException {
        AuditFile file = AuditFile.open(path);
        if (file.cutOff()) {
            file.channel().write(ByteBuffer.wrap("\n".getBytes(StandardCharsets.US_ASCII)));
        }
        AuditLog log = new AuditLog(file, true, when == KeyServerSettings.Audit.BEFORE, notices);
        if (file.cutOff()) {
            log.queue.add(new Waiting(AuditEntry.of("CUT_OFF",
                    "the line before has no end: a server ended while it wrote"), null, null));
        }
        return log;
    }

    /** Writes to standard error. */
    public static AuditLog toStandardError(Consumer<Notice> notices) {
        // Its file descriptor, which is not closed: a PrintStream would hide write errors.
        FileChannel channel = new FileOutputStream(FileDescriptor.err).getChannel();
        return new AuditLog(new AuditFile(channel, AuditLines.NO_LINE, false), false, false, notices);
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[6];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Returns an id for a request, unique over all servers and starts: a random number of this start, and a count. */
    public String newRequest() {
        return requests + Long.toString(request.incrementAndGet(), Character.MAX_RADIX);
    }

    /** Reserves a line; without one no use may begin. */
    public boolean reserve() {
        return !(before && failing) && places.tryAcquire();
    }

    /** Records that a use with a reserved line failed. */
    public void used(AuditEntry entry) {
        queue.add(new Waiting(entry, places, null));
    }

    /** Records a signature with a reserved line, and sends it now or when its line is written. */
    public void signed(AuditEntry entry, Answer answer) {
        if (before) {
            queue.add(new Waiting(entry, places, answer));
            if (resting) {
                resting = false;
                LockSupport.unpark(writer);
            }
        } else {
            send(answer);
            queue.add(new Waiting(entry, places, null));
        }
    }

    /** Records a connection that did not reach a request. */
    public void refused(Caller client, String remote, String outcome, String reason) {
        refused(new AuditEntry(System.currentTimeMillis(), null, null, client, remote, null, null, null, outcome,
                reason));
    }

    private void send(Answer answer) {
        answer.send();
        signatures.increment();
    }

    /** Returns the number of signatures sent. */
    public long signatures() {
        return signatures.sum();
    }

    /** Returns the number of refused requests and connections. */
    public long refusals() {
        return refusals.sum();
    }

    /** Records a request that did not become a use. */
    public void refused(AuditEntry entry) {
        refusals.increment();
        if (placesOfRefusals.tryAcquire()) {
            queue.add(new Waiting(entry, placesOfRefusals, null));
        } else {
            unrecorded.increment();
        }
    }

    private void write() {
        List<Waiting> batch = new ArrayList<>();
        try {
            while (!ending || !queue.isEmpty() || unrecorded.sum() > 0) {
                for (Waiting next = queue.poll(); next != null; next = batch.size() < LINES_AT_A_TIME ? queue.poll()
                        : null) {
                    batch.add(next);
                }
                long more = unrecorded.sumThenReset();
                if (more > 0) {
                    batch.add(new Waiting(AuditEntry.of("REFUSED", more + " more, while the log was behind"), null,
                            null));
                }
                if (batch.isEmpty()) {
                    rest();
                } else {
                    write(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            // The server ends and does not wait any longer for a log that is not writable.
        }
    }

    private void rest() throws InterruptedException {
        resting = true;
        if (queue.isEmpty()) {
            LockSupport.parkNanos(this, REST_NANOS);
        }
        resting = false;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Writes a batch. Lines that come meanwhile become the next batch, as databases commit in groups. */
    private void write(List<Waiting> batch) throws InterruptedException {
        batch.forEach(waiting -> lines.add(waiting.entry));
        if (persist(lines.take(), batch)) {
            batch.stream().filter(waiting -> waiting.answer != null).forEach(waiting -> send(waiting.answer));
        }
        batch.stream().filter(waiting -> waiting.place != null).forEach(waiting -> waiting.place.release());
    }

    /** Tries until the bytes are written; returns whether the first try succeeded. */
    private boolean persist(ByteBuffer bytes, List<Waiting> batch) throws InterruptedException {
        boolean durable = batch.stream().anyMatch(waiting -> waiting.answer != null);
        for (boolean atOnce = true;; atOnce = false) {
            try {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                if (durable) {
                    out.force(false);
                }
                failing = false;
                return atOnce;
            } catch (IOException e) {
                failing = true;
                if (atOnce) {
                    notices.accept(Notice.of(Notice.Event.FAULT, "writing the audit log failed (" + e.getMessage()
                            + "); " + (before ? "until it works, no signature leaves"
                            : "once " + PLACES + " lines wait, clients are refused as busy")));
                    // Their lines may be in the file by now, with the outcome SIGNED.
                    refuse(batch).forEach(entry -> queue.add(new Waiting(entry, null, null)));
                }
                refuseQueued();
                Thread.sleep(RETRY_MS);
            }
        }
    }

    /** Refuses the answers that wait for their lines; returns the lines that record it. */
    private static List<AuditEntry> refuse(List<Waiting> batch) {
        return batch.stream().filter(waiting -> waiting.answer != null).map(waiting -> {
            waiting.answer.refuse();
            return waiting.entry.but("NOT_SENT", "its line could not be written in time");
        }).toList();
    }

    private void refuseQueued() {
        for (int i = queue.size(); i > 0; i--) {
            Waiting waiting = queue.remove();
            queue.add(waiting.answer == null ? waiting
                    : new Waiting(refuse(List.of(waiting)).get(0), waiting.place, null));
        }
    }

    /** Writes the pending lines, for at most some seconds, and ends. */
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

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
 * What keys were requested for: a line of JSON for each use and each refusal, with time, client, key, algorithm,
 * outcome and the hash of the digest, and never with data, digest or signature. Written by a thread of its own. A use
 * reserves its line before it begins, so none happens that could not be recorded: when lines come faster than they can
 * be written, there is no place to reserve, and the server refuses as busy. Refusals without a place are counted, and
 * the count is written.
 *
 * <p>Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    /** Some seconds' worth; at 500 bytes each, eight megabytes. */
    private static final int PLACES = 16_384;
    /** Refusals have places of their own, so that strangers cannot take those of uses. */
    private static final int PLACES_OF_REFUSALS = 2_048;
    private static final long RETRY_MS = 1000;
    /** The writer looks for lines by itself: to wake it would cost each use more than its line does. */
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

        /** Throws the signature away, since its line could not be written. */
        void refuse();
    }

    /** A line that is to be written, with whose place it has, and who waits for it; null for nobody. */
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
        // Its file descriptor, which is not closed: a PrintStream would hide that it cannot be written.
        FileChannel channel = new FileOutputStream(FileDescriptor.err).getChannel();
        return new AuditLog(new AuditFile(channel, AuditLines.NO_LINE, false), false, false, notices);
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[6];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /**
     * Returns an id for a request, unique over all servers and starts: a random number of this start's, and a count.
     */
    public String newRequest() {
        return requests + Long.toString(request.incrementAndGet(), Character.MAX_RADIX);
    }

    /** Reserves a line; without one no use may begin. */
    public boolean reserve() {
        return !(before && failing) && places.tryAcquire();
    }

    /** Tells that a use that had its line reserved came to nothing. */
    public void used(AuditEntry entry) {
        queue.add(new Waiting(entry, places, null));
    }

    /** Tells of a signature that had its line reserved, and sends it now or when its line is written. */
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

    /** Tells of a connection that did not come to a request. */
    public void refused(Caller client, String remote, String outcome, String reason) {
        refused(new AuditEntry(System.currentTimeMillis(), null, null, client, remote, null, null, null, outcome,
                reason));
    }

    private void send(Answer answer) {
        answer.send();
        signatures.increment();
    }

    /** Returns how many signatures were sent. */
    public long signatures() {
        return signatures.sum();
    }

    /** Returns how often a request or a connection was refused. */
    public long refusals() {
        return refusals.sum();
    }

    /** Tells of what did not come to a use. */
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
            // The server ends and cannot wait any longer for a log that cannot be written.
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

    /** What comes while a batch is written and synchronized becomes the next batch, as databases commit in groups. */
    private void write(List<Waiting> batch) throws InterruptedException {
        batch.forEach(waiting -> lines.add(waiting.entry));
        if (persist(lines.take(), batch)) {
            batch.stream().filter(waiting -> waiting.answer != null).forEach(waiting -> send(waiting.answer));
        }
        batch.stream().filter(waiting -> waiting.place != null).forEach(waiting -> waiting.place.release());
    }

    /** Tries until it is written; whether that went well at once. */
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
                    notices.accept(Notice.of(Notice.Event.FAULT, "the audit log cannot be written (" + e.getMessage()
                            + "); " + (before ? "until it can, no signature leaves"
                            : "once " + PLACES + " lines wait, clients are refused as busy")));
                    // Their lines may be in the file by now, and say SIGNED.
                    refuse(batch).forEach(entry -> queue.add(new Waiting(entry, null, null)));
                }
                refuseQueued();
                Thread.sleep(RETRY_MS);
            }
        }
    }

    /** Refuses whoever waits for its line; the lines that say so. */
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

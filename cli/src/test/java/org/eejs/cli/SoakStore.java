package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;

/**
 * A PKCS12 file that a key manager follows, with the certificates that clients may see. After a handshake has shown a
 * certificate, no later handshake may show an older one. This rule needs no limit for the duration of a change.
 * Thread-safe.
 */
final class SoakStore {
    static final char[] PASSWORD = "the soak's password".toCharArray();
    private static final char[] OTHER_PASSWORD = "another password".toCharArray();
    /** The number of remembered files, more than can be valid during one handshake. */
    private static final int REMEMBERED = 8;

    /** The way in which the file is replaced. */
    enum Kind {
        /** A rename replaces the file by a complete one. */
        FILE,
        /** As in Kubernetes, the file is a link into a linked folder, and a rename replaces that link. */
        KUBERNETES
    }

    /** A kind of unusable file. */
    enum Fault {
        HALF, OTHER_PASSWORD, EMPTY, GONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ENGLISH).replace('_', ' ');
        }
    }

    /** A file with its history, in {@link System#nanoTime()}. */
    private static final class Generation {
        private final long serial;
        private final long published = System.nanoTime();
        private long shown = Long.MAX_VALUE;

        Generation(long serial) {
            this.serial = serial;
        }
    }

    private final String name;
    private final Kind kind;
    private final Path folder;
    private final String[] algorithms;
    private final SoakAuthority authority;
    private final SoakTally tally;
    private final Deque<Generation> generations = new ArrayDeque<>();
    private byte[] current;
    private int made;
    private long handshakes;

    SoakStore(String name, Kind kind, Path parent, SoakAuthority authority, SoakTally tally, String... algorithms)
            throws Exception {
        this.name = name;
        this.kind = kind;
        this.folder = Files.createDirectory(parent.resolve(name));
        this.authority = authority;
        this.tally = tally;
        this.algorithms = algorithms;
        if (kind == Kind.KUBERNETES) {
            Files.createSymbolicLink(file(), Path.of("..data", file().getFileName().toString()));
        }
        rotate();
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    /** Returns the file for the key manager. */
    Path file() {
        return folder.resolve("store.p12");
    }

    /** Writes a file with a new key. */
    void rotate() throws Exception {
        Identity next = authority.issue("CN=" + name, algorithms[made++ % algorithms.length]);
        byte[] bytes = next.store("PKCS12", "server", PASSWORD);
        synchronized (this) {
        // Remember it first, so that no client sees an unknown certificate.
            generations.addLast(new Generation(next.serial()));
            if (generations.size() > REMEMBERED) {
                generations.removeFirst();
            }
            current = bytes;
        }
        put(bytes);
    }

    /** Makes the file unusable. */
    void spoil(Fault fault) throws Exception {
        byte[] bytes = authority.issue("CN=spoilt", "EC").store("PKCS12", "server",
                fault == Fault.OTHER_PASSWORD ? OTHER_PASSWORD : PASSWORD);
        switch (fault) {
            case HALF -> put(Arrays.copyOf(bytes, bytes.length / 2));
            case OTHER_PASSWORD -> put(bytes);
            case EMPTY -> put(new byte[0]);
            case GONE -> Files.move(removable(), aside(), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Undoes {@link Fault#GONE} and the other faults. */
    void restore() throws IOException {
        if (Files.exists(aside(), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(aside(), removable(), StandardCopyOption.ATOMIC_MOVE);
        } else {
            put(current);
        }
    }

    private Path removable() {
        return kind == Kind.FILE ? file() : folder.resolve("..data");
    }

    private Path aside() {
        return folder.resolve("aside");
    }

    private void put(byte[] bytes) throws IOException {
        if (kind == Kind.FILE) {
            PrivateFile.write(file(), bytes);
            return;
        }
        Path link = folder.resolve("..data");
        Path before = Files.exists(link) ? link.toRealPath() : null;
        Path next = Files.createTempDirectory(folder, "..2026_");
        PrivateFile.write(next.resolve(file().getFileName()), bytes);
        Path temporary = Files.createSymbolicLink(folder.resolve("..data_tmp"), next.getFileName());
        Files.move(temporary, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (before != null) {
            Files.delete(before.resolve(file().getFileName()));
            Files.delete(before);
        }
    }

    /**
     * Records that a full handshake showed a certificate.
     *
     * @param start the start of the handshake, by {@link System#nanoTime()}
     */
    synchronized void shown(long serial, long start) {
        long end = System.nanoTime();
        handshakes++;
        Generation next = null;
        for (Iterator<Generation> newest = generations.descendingIterator(); newest.hasNext();) {
            Generation each = newest.next();
            if (each.serial == serial) {
                if (next != null && next.shown < start) {
                    tally.fail("%s: a handshake showed certificate %d though %d had been shown %d ms before it began"
                            .formatted(name, serial, next.serial, TimeUnit.NANOSECONDS.toMillis(start - next.shown)));
                }
                if (next != null) {
                    tally.took("old certificate still shown after its rotation", start - next.published);
                }
                if (each.shown == Long.MAX_VALUE) {
                    tally.took("from a rotation to the first handshake that showed it", end - each.published);
                }
                each.shown = Math.min(each.shown, end);
                return;
            }
            next = each;
        }
        tally.fail("%s: a handshake showed certificate %d, which was not in force".formatted(name, serial));
    }

    /** Returns whether a handshake has shown the current certificate. */
    synchronized boolean isShown() {
        return generations.getLast().shown != Long.MAX_VALUE;
    }

    /** Returns the number of full handshakes that showed a certificate of this store. */
    synchronized long handshakes() {
        return handshakes;
    }
}

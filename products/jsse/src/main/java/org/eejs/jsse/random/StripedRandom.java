package org.eejs.jsse.random;

import java.security.ProviderException;

/**
 * The SecureRandom {@code EEJS}: random numbers that threads do not wait for each other for. Each object of this class
 * is a door to the same few generators of the process ({@link RandomStripes}), so that {@code new SecureRandom()} for
 * each number costs next to nothing and {@code ThreadSafe} is said of it.
 *
 * <p>The generators are the JDK's {@code DRBG}, as the security property {@code securerandom.drbg.config} sets it. Each
 * is seeded with 48 bytes from the operating system, and again after 16 MB or after the seconds of the system property
 * {@code org.eejs.jsse.random.reseedSeconds} (60; 0 for every request), whichever comes first, at its next use. It
 * makes {@code org.eejs.jsse.random.bufferBytes} bytes in advance (4,096; 0 for none) and erases each byte when it is
 * handed out. Both properties are read when the process asks for its first random number.
 *
 * <p><b>fork, checkpoints and clones.</b> Two processes with the same state would hand out the same numbers. A JVM
 * does not get there by {@code fork}: only the thread that called it lives on in the child, without the collector's
 * and compiler's threads that a JVM cannot do without, which is why Java has no fork and starts other programs afresh.
 * What does happen is a checkpoint of the process (CRIU, CRaC) or a snapshot of its machine that is restored twice, or
 * a machine that is cloned. Nothing tells a library of Java 8 that it happened, so this one bounds what can come of
 * it. Each request looks at the time of day, which has moved on in a restored process. Once it differs by {@code
 * reseedSeconds} from when a generator was seeded, or is earlier, all that the generator made in advance is dropped
 * and it is seeded again. So copies that are restored later than that after the checkpoint share nothing but what was
 * on its way to a thread at that moment; copies that are restored sooner can hand out equal numbers, until their
 * generators' seeds are that old. The new seed differs between copies if the operating system knows of them: always
 * where they share a kernel (CRIU, CRaC); for a cloned machine if the hypervisor tells the kernel and that listens (a
 * VM generation ID and Linux 5.18 or newer). The time and the thread, which are mixed in at each seeding, help only
 * where they differ, and are no secret. Where the rest of the risk is too much, there are {@code reseedSeconds} 0, at
 * the price of a read from the operating system for each request, and {@code SecureRandom.reseed()} (Java 11 and
 * newer), which on any of these objects reseeds all generators at once: to be called after a restore.
 *
 * <p>{@code setSeed} adds to the seed of one generator and never makes the numbers predictable. The parameters of Java
 * 9 are not taken. Thread-safe.
 *
 * <p>Throws {@link ProviderException} where the operating system cannot be used, or where there is no DRBG, as on Java
 * 8: in one line.
 */
public final class StripedRandom extends StripedRandomSpi {
    private static final long serialVersionUID = 1;

    /** For the provider. */
    public StripedRandom() {}
}

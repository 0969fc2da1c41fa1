package org.eejs.jsse.random;

import java.security.ProviderException;

/**
 * The SecureRandom {@code EEJS}: random numbers for which threads rarely wait for each other. All objects of this class
 * use the same few generators of the process ({@link RandomStripes}). So {@code new SecureRandom()} for each number
 * costs next to nothing, and the provider declares {@code ThreadSafe} for it.
 *
 * <p>The generators are the JDK's {@code DRBG}, as the security property {@code securerandom.drbg.config} sets it. Each
 * is seeded with 48 bytes from the operating system. At its next use it is seeded again after 16 MB or after the
 * seconds of the system property {@code org.eejs.jsse.random.reseedSeconds} (60; 0 for every request), whichever comes
 * first. It makes {@code org.eejs.jsse.random.bufferBytes} bytes in advance (4,096; 0 for none) and erases each byte
 * when it returns it. Both properties are read when the process asks for its first random number.
 *
 * <p><b>fork, checkpoints and clones.</b> Two processes with the same state would return the same numbers. A JVM does
 * not get there by {@code fork}: only the calling thread would live on in the child, without the collector's and
 * compiler's threads that a JVM needs. So Java has no fork and starts other programs afresh. A checkpoint of the
 * process (CRIU, CRaC) or a snapshot of its machine can be restored twice, and a machine can be cloned. A library for
 * Java 8 gets no notice of that, so this one limits the consequences. Each request reads the time of day, which has
 * advanced in a restored process. Once it differs by {@code reseedSeconds} from the time at which a generator was
 * seeded, or is earlier, the generator discards its buffer and is seeded again. Copies that are restored later than
 * that after the checkpoint share only bytes that were on their way to a thread at that moment. Copies that are
 * restored sooner can return equal numbers, until their generators' seeds are that old.
 *
 * <p>The new seed differs between copies if the operating system knows of them. Copies that share a kernel always
 * differ (CRIU, CRaC). Cloned machines differ if the hypervisor notifies the kernel and the kernel reacts (a VM
 * generation ID and Linux 5.18 or newer). The time and the thread, which are mixed in at each seeding, help only where
 * they differ, and are not secret. If the remaining risk is too high, set {@code reseedSeconds} to 0, at the price of a
 * read from the operating system for each request. Or call {@code SecureRandom.reseed()} (Java 11 and newer) after a
 * restore: on any of these objects it reseeds all generators at once.
 *
 * <p>{@code setSeed} adds to the seed of one generator and never makes the numbers predictable. The parameters of Java
 * 9 are not supported. Thread-safe.
 *
 * <p>Throws {@link ProviderException}, in one line, if the operating system's generator is unusable, or if there is no
 * DRBG, as on Java 8.
 */
public final class StripedRandom extends StripedRandomSpi {
    private static final long serialVersionUID = 1;

    /** Creates the generator; called by the provider. */
    public StripedRandom() {}
}

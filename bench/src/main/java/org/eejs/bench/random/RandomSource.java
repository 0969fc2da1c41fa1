package org.eejs.bench.random;

import java.security.GeneralSecurityException;
import java.security.NoSuchProviderException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.bottlenecks.BottleneckProvider;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.jsse.EejsProvider;

/** A source of random numbers: the JDK, EEJS, or another provider on this machine. */
public enum RandomSource {
    NativePRNG(KnownProvider.SUN.id(), "NativePRNG"),
    DRBG(KnownProvider.SUN.id(), "DRBG"),
    SHA1PRNG(KnownProvider.SUN.id(), "SHA1PRNG"),
    EEJS(EejsProvider.NAME, "EEJS"),
    /** The bottleneck of the bank: one lock around a small buffer, as in JDK 8u60. */
    LOCKED(KnownProvider.SUN.id(), BottleneckProvider.NAME) {
        @Override
        SecureRandom open() throws GeneralSecurityException {
            ProvidersAhead.of(Bottleneck.LOCKED_RANDOM.id()).install();
            return SecureRandom.getInstance(BottleneckProvider.NAME, BottleneckProvider.NAME);
        }

        @Override
        void close() {
            ProvidersAhead.of(Bottleneck.LOCKED_RANDOM.id()).remove();
        }
    },
    ACCP(KnownProvider.ACCP.id(), "LibCryptoRng"),
    Conscrypt(KnownProvider.CONSCRYPT.id(), "SHA1PRNG"),
    BC(KnownProvider.BC.id(), "DEFAULT"),
    NSS(KnownProvider.NSS.id(), "PKCS11");

    private final String provider;
    private final String algorithm;

    RandomSource(String provider, String algorithm) {
        this.provider = provider;
        this.algorithm = algorithm;
    }

    /** Returns the names of the sources that EEJS must outperform. */
    static List<String> rivals() {
        return Arrays.stream(values()).filter(source -> source != EEJS && source != LOCKED).map(Enum::name).toList();
    }

    /** Returns whether this machine has what the source needs; whether it works shows when it is opened. */
    public boolean isHere() {
        try {
            CryptoProvider.open(provider);
            return true;
        } catch (NoSuchProviderException e) {
            return false;
        } catch (GeneralSecurityException e) {
            return true;
        }
    }

    /** Restores the JVM to its state before {@link #open}. */
    void close() {
        // Most install nothing.
    }

    /** Returns a generator that all threads may share. */
    SecureRandom open() throws GeneralSecurityException {
        return SecureRandom.getInstance(algorithm, CryptoProvider.open(provider));
    }
}

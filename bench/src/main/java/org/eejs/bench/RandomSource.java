package org.eejs.bench;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.bank.DiseasedProvider;
import org.eejs.banking.Disease;
import org.eejs.jsse.EejsProvider;

/** Where random numbers come from: the JDK, EEJS, and the providers that stand beside it on this machine. */
enum RandomSource {
    NativePRNG,
    DRBG,
    SHA1PRNG,
    EEJS {
        @Override
        SecureRandom open() throws GeneralSecurityException {
            return SecureRandom.getInstance("EEJS", new EejsProvider());
        }
    },
    /** What the bank suffers from: one lock around a small buffer, as in JDK 8u60. */
    LOCKED {
        @Override
        SecureRandom open() throws GeneralSecurityException {
            Services.of(Disease.LOCKED_RANDOM.id()).install();
            return SecureRandom.getInstance(DiseasedProvider.NAME, DiseasedProvider.NAME);
        }
    },
    ACCP {
        @Override
        boolean isHere() {
            return Files.isDirectory(accp());
        }

        @Override
        SecureRandom open() throws GeneralSecurityException, IOException {
            return SecureRandom.getInstance("LibCryptoRng",
                    foreign(accp(), "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider"));
        }

        private Path accp() {
            return laidOut("accp").resolve(System.getProperty("os.arch"));
        }
    },
    Conscrypt {
        @Override
        boolean isHere() {
            return Files.isDirectory(laidOut("conscrypt"));
        }

        @Override
        SecureRandom open() throws GeneralSecurityException, IOException {
            return SecureRandom.getInstance("SHA1PRNG",
                    foreign(laidOut("conscrypt"), "org.conscrypt.OpenSSLProvider"));
        }
    },
    BC {
        @Override
        SecureRandom open() throws GeneralSecurityException {
            return SecureRandom.getInstance("DEFAULT", new BouncyCastleProvider());
        }
    },
    NSS {
        @Override
        boolean isHere() {
            return nss() != null;
        }

        @Override
        SecureRandom open() throws GeneralSecurityException {
            Provider nss = Security.getProvider("SunPKCS11").configure(String.join("\n", "--name = nss",
                    "nssLibraryDirectory = " + nss(), "nssDbMode = noDb", "attributes = compatibility"));
            return SecureRandom.getInstance("PKCS11", nss);
        }

        private Path nss() {
            return LIBRARIES.stream().map(Path::of).filter(folder -> Files.exists(folder.resolve("libsoftokn3.so")))
                    .findFirst().orElse(null);
        }
    };

    private static final List<String> LIBRARIES = List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64", "/usr/lib");

    /** Those that can be had on this machine. */
    static List<RandomSource> here() {
        return Arrays.stream(values()).filter(RandomSource::isHere).toList();
    }

    /** Whether what it needs is on this machine. */
    boolean isHere() {
        return true;
    }

    /** A generator that all threads may share. */
    SecureRandom open() throws GeneralSecurityException, IOException {
        return SecureRandom.getInstance(name(), "SUN");
    }

    /** The folder of a foreign provider's classes, below {@code target/eejs}, of which the system property tells. */
    private static Path laidOut(String provider) {
        return Path.of(System.getProperty("eejs.home", "target/eejs"), "providers", provider);
    }

    /** A provider from a folder of its own: on the class path it would be there for what does not measure it, too. */
    private static Provider foreign(Path folder, String name) throws GeneralSecurityException, MalformedURLException {
        URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        try {
            return (Provider) loader.loadClass(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new GeneralSecurityException("the provider " + name + " cannot be had from " + folder + ": " + cause
                    + "; build EEJS, or leave it out", cause);
        }
    }
}

package org.eejs.bank.tls;

import java.lang.reflect.Method;
import java.security.GeneralSecurityException;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.core.AprLifecycleListener;
import org.apache.tomcat.jni.AprStatus;
import org.apache.tomcat.jni.Library;
import org.apache.tomcat.jni.LibraryNotFoundError;
import org.apache.tomcat.jni.SSL;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLImplementation;
import org.apache.tomcat.util.net.openssl.OpenSSLImplementation;
import org.apache.tomcat.util.net.openssl.OpenSSLSessionContext;
import org.apache.tomcat.util.net.openssl.OpenSSLSessionStats;
import org.apache.tomcat.util.net.openssl.OpenSSLStatus;
import org.eejs.banking.TlsStack;

/**
 * OpenSSL, loaded into this process.
 *
 * @param implementation Tomcat's way to it
 * @param name with version and the way, for example {@code OpenSSL 3.0.22 (FFM)}
 */
record OpenSslLibrary(SSLImplementation implementation, String name) {
    private static final int FIRST_JDK_WITH_FFM = 22;
    private static final Runtime.Version FIRST_WITH_POST_QUANTUM = Runtime.Version.parse("3.5");
    private static final Pattern VERSION = Pattern.compile("^OpenSSL (\\d+(?:\\.[1-9]\\d*)*)");

    /** The version of Tomcat Native that this Tomcat needs; it shows the numbers only to subclasses. */
    private static final class Needed extends AprLifecycleListener {
        static final int NUMBER = number(TCN_REQUIRED_MAJOR, TCN_REQUIRED_MINOR, TCN_REQUIRED_PATCH);
        static final String VERSION = TCN_REQUIRED_MAJOR + "." + TCN_REQUIRED_MINOR + "." + TCN_REQUIRED_PATCH;
    }

    /** Returns whether it may have ML-KEM and ML-DSA: OpenSSL has them since 3.5; others show it when tried. */
    boolean isPostQuantum() {
        Matcher version = VERSION.matcher(name);
        return !version.find() || Runtime.Version.parse(version.group(1)).compareTo(FIRST_WITH_POST_QUANTUM) >= 0;
    }

    /** Loads it; throws an exception with one clear line if it is not available. */
    static OpenSslLibrary load(TlsStack stack) throws GeneralSecurityException {
        return stack == TlsStack.OPENSSL_FFM ? throughFfm() : throughJni();
    }

    private static OpenSslLibrary throughFfm() throws GeneralSecurityException {
        if (Runtime.version().feature() < FIRST_JDK_WITH_FFM) {
            throw new GeneralSecurityException("--tls-stack openssl-ffm needs JDK " + FIRST_JDK_WITH_FFM + " or newer, "
                    + "but " + System.getProperty("java.home") + " is JDK " + Runtime.version().feature() + "; use a "
                    + "newer one, or choose another stack");
        }
        try {
            String panama = "org.apache.tomcat.util.net.openssl.panama.";
            SSLImplementation implementation = (SSLImplementation) Class.forName(panama + "OpenSSLImplementation")
                    .getConstructor().newInstance();
            Class.forName(panama + "OpenSSLLibrary").getMethod("init").invoke(null);
            return new OpenSslLibrary(implementation, nameOf(OpenSSLStatus.getVersion(), "FFM"));
        } catch (ClassNotFoundException e) {
            throw new GeneralSecurityException("--tls-stack openssl-ffm needs Tomcat's tomcat-coyote-ffm on the class "
                    + "path; add the folder providers/openssl-ffm, or choose another stack");
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new GeneralSecurityException("--tls-stack openssl-ffm failed to load libssl.so (" + root(e) + "). "
                    + "Install it (Debian: libssl-dev), start the JVM with --enable-native-access=ALL-UNNAMED, or "
                    + "choose another stack");
        }
    }

    private static OpenSslLibrary throughJni() throws GeneralSecurityException {
        String found;
        try {
            Library.initialize(null);
            found = Library.TCN_MAJOR_VERSION + "." + Library.TCN_MINOR_VERSION + "." + Library.TCN_PATCH_VERSION;
        } catch (LibraryNotFoundError e) {
            throw needsNative("there is none on java.library.path " + System.getProperty("java.library.path")
                    + "; name its folder with -Djava.library.path, or choose another stack");
        } catch (Exception | LinkageError e) {
            throw needsNative("the one found does not load (" + root(e) + "); choose another stack");
        }
        if (number(Library.TCN_MAJOR_VERSION, Library.TCN_MINOR_VERSION, Library.TCN_PATCH_VERSION) < Needed.NUMBER) {
            throw needsNative("the one found is " + found + "; name the folder of a newer one with "
                    + "-Djava.library.path, or choose another stack");
        }
        try {
            // Does what Tomcat's listener does, which would report failures only to the log.
            SSL.randSet("builtin");
            SSL.initialize(null);
        } catch (Exception | LinkageError e) {
            throw new GeneralSecurityException("--tls-stack openssl-jni is not available: Tomcat Native " + found + " "
                    + "does not initialise OpenSSL (" + root(e) + "); choose another stack");
        }
        AprStatus.setAprInitialized(true);
        AprStatus.setAprAvailable(true);
        AprStatus.setOpenSSLVersion(SSL.version());
        return new OpenSslLibrary(new OpenSSLImplementation(), nameOf(SSL.version(), "JNI"));
    }

    private static GeneralSecurityException needsNative(String but) {
        return new GeneralSecurityException(
                "--tls-stack openssl-jni needs Tomcat Native " + Needed.VERSION + " or newer, and " + but);
    }

    /** Returns one of OpenSSL's counters for all sessions of a context, by its names for JNI and for FFM. */
    static LongSupplier counter(SSLContext context, ToLongFunction<OpenSSLSessionStats> statistic, String name) {
        return context.getServerSessionContext() instanceof OpenSSLSessionContext sessions
                ? () -> statistic.applyAsLong(sessions.stats()) : counter(context, name);
    }

    /**
     * Returns a counter of OpenSSL's through the foreign function and memory API. Tomcat's own statistics pass Java's
     * null where that API needs the null of C, and fail. This uses names, because it is compiled for JDKs without that
     * API.
     */
    private static LongSupplier counter(SSLContext context, String name) {
        try {
            Class<?> memory = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> functions = Class.forName("org.apache.tomcat.util.openssl.openssl_h");
            Object pointer = context.getClass().getMethod("getSSLContext").invoke(context);
            Object command = functions.getMethod(name).invoke(null);
            Object none = memory.getField("NULL").get(null);
            Method control = functions.getMethod("SSL_CTX_ctrl", memory, int.class, long.class, memory);
            return () -> call(control, pointer, command, 0L, none);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not expose OpenSSL's counters", e);
        }
    }

    private static long call(Method function, Object... arguments) {
        try {
            return (long) function.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read OpenSSL's counters", e);
        }
    }

    private static int number(int major, int minor, int patch) {
        return (major * 1_000 + minor) * 1_000 + patch;
    }

    /** Returns the version by name. Since OpenSSL 3 the number is 0xMNN00PP0: major, minor and patch. */
    private static String nameOf(long version, String way) {
        return "OpenSSL %d.%d.%d (%s)".formatted(version >> 28 & 0xf, version >> 20 & 0xff, version >> 4 & 0xff, way);
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}

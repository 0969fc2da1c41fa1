package org.eejs.besim;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLEngine;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/** The server side of a TLS profile. */
sealed interface BesimTls extends AutoCloseable permits BoringSslTls, JdkTls {
    /** Twice as long as the bank's time-out for reading. */
    long HANDSHAKE_TIMEOUT_MILLIS = 60_000;

    /**
     * BoringSSL where it has the profile's cipher suite, since the simulator must be cheap, else the JDK.
     *
     * @param resumption whether clients may resume sessions
     */
    static BesimTls of(TlsProfile profile, PkiDirectory pki, boolean resumption)
            throws IOException, GeneralSecurityException {
        // First of all: Netty reads JSSE's suites as soon as BoringSSL's are requested.
        JsseProfile.pin(profile);
        boolean boringSsl = OpenSsl.isAvailable() && OpenSsl.isCipherSuiteAvailable(profile.cipherSuite());
        return boringSsl ? new BoringSslTls(profile, pki, resumption) : new JdkTls(profile, pki, resumption);
    }

    /** The handler of one connection. */
    SslHandler newHandler(ByteBufAllocator allocator);

    /**
     * A handler that waits longer for the end of a handshake than the bank waits for the back end. In TLS 1.3 the
     * client finishes first: if the server gave up earlier, a bank that starts under full load would have counted a
     * handshake that the back end has not.
     */
    static SslHandler patient(SSLEngine engine) {
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
        return handler;
    }

    String engineName();

    /** Gives up native memory; the connections must be closed before. */
    @Override
    void close();
}

package org.eejs.besim;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/** The server side of a TLS profile. */
sealed interface BesimTls extends AutoCloseable permits BoringSslTls, JdkTls {
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

    SslHandler newHandler(ByteBufAllocator allocator);

    String engineName();

    /** Gives up native memory; the connections must be closed before. */
    @Override
    void close();
}

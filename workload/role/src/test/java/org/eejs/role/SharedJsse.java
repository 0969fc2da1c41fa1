package org.eejs.role;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eejs.banking.TlsProfile;

/** JSSE in a test process where servers of all profiles follow each other, in whatever order tests come. */
public final class SharedJsse {
    private SharedJsse() {}

    /**
     * Enables what profiles need, as newer JDKs must know before their first TLS, and begins a handshake, so that JSSE
     * takes its named groups, once for the process, before a server pins those of its profile.
     */
    public static void prepare() {
        JsseProfile.pin(TlsProfile.EEJS_2016);
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
        } catch (GeneralSecurityException | SSLException e) {
            throw new IllegalStateException(e);
        }
    }
}

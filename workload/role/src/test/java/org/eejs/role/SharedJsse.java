package org.eejs.role;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eejs.banking.TlsProfile;

/** JSSE in a test process in which servers of all profiles follow each other, in any order. */
public final class SharedJsse {
    private SharedJsse() {}

    /**
     * Enables the algorithms of profiles, which newer JDKs must know before their first TLS. Then begins a handshake,
     * so that JSSE reads its named groups, once for the process, before a server pins those of its profile.
     */
    public static void prepare() {
        JsseProfile.pin(TlsProfile.of("eejs-2016"));
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
        } catch (GeneralSecurityException | SSLException e) {
            throw new IllegalStateException(e);
        }
    }
}

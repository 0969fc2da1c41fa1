package org.eejs.besim;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.internal.tcnative.SSL;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.eejs.banking.TlsProfile;

/** Counts TLS handshakes. Shared by all connections; thread-safe. */
@Sharable
final class Handshakes extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Boolean> REFUSED = AttributeKey.valueOf(Handshakes.class, "refused");

    private final TlsProfile profile;
    private final LongAdder full = new LongAdder();
    private final LongAdder resumed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile Negotiated last = new Negotiated(null, null);

    private record Negotiated(String protocol, String cipherSuite) {}

    /** Counts handshakes that must agree on the profile. */
    Handshakes(TlsProfile profile) {
        this.profile = profile;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completion) {
            Long arrival = FirstBytes.arrivalOn(context.channel());
            if (completion.isSuccess()) {
                countFinished(context, arrival);
            } else if (arrival != null) {
                failed.increment();
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (context.channel().hasAttr(REFUSED)) {
            // What came along with the end of the handshake is not to be answered.
            ReferenceCountUtil.release(message);
            return;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A failed handshake has been counted; a client that cannot read it gets no answer.
        context.close();
    }

    private void countFinished(ChannelHandlerContext context, long arrival) {
        SSLEngine engine = context.pipeline().get(SslHandler.class).engine();
        SSLSession session = engine.getSession();
        Negotiated negotiated = new Negotiated(session.getProtocol(), session.getCipherSuite());
        if (!negotiated.equals(last)) {
            last = negotiated;
        }
        if (!session.getCipherSuite().equals(profile.cipherSuite())) {
            // BoringSSL cannot switch single suites of TLS 1.3 off, so a client could have chosen another one.
            failed.increment();
            context.channel().attr(REFUSED).set(true);
            context.close();
            return;
        }
        (wasResumed(engine, session, arrival) ? resumed : full).increment();
    }

    /**
     * Whether a handshake resumed a session. BoringSSL reports it. JSSE does not, but a session that is resumed keeps
     * the time of its creation, which is then earlier than the first byte of this connection; the session of a full
     * handshake is created after it.
     */
    private static boolean wasResumed(SSLEngine engine, SSLSession session, long arrival) {
        return engine instanceof ReferenceCountedOpenSslEngine openSsl
                ? SSL.isSessionReused(openSsl.sslPointer())
                : session.getCreationTime() < arrival;
    }

    long full() {
        return full.sum();
    }

    long resumed() {
        return resumed.sum();
    }

    long failed() {
        return failed.sum();
    }

    String protocol() {
        return last.protocol();
    }

    String cipherSuite() {
        return last.cipherSuite();
    }
}

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
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.TlsProfile;
import org.eejs.role.HandshakeCount;

/** The counter of TLS handshakes. Shared by all connections; thread-safe. */
@Sharable
final class Handshakes extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Boolean> REFUSED = AttributeKey.valueOf(Handshakes.class, "refused");

    private final TlsProfile profile;
    final HandshakeCount count = new HandshakeCount();

    /** Creates a counter of handshakes that must match the profile. */
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
                count.countFailed();
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (context.channel().hasAttr(REFUSED)) {
            // Data that arrived together with the end of the handshake gets no answer.
            ReferenceCountUtil.release(message);
            return;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The failed handshake is counted already; the client gets no answer, because it is unable to read one.
        context.close();
    }

    private void countFinished(ChannelHandlerContext context, long arrival) {
        SSLEngine engine = context.pipeline().get(SslHandler.class).engine();
        SSLSession session = engine.getSession();
        if (!session.getCipherSuite().equals(profile.cipherSuite())) {
            // BoringSSL is unable to disable single suites of TLS 1.3, so the client may have chosen another one.
            count.countFailed();
            context.channel().attr(REFUSED).set(true);
            context.close();
            return;
        }
        // BoringSSL reports whether it resumed a session.
        if (engine instanceof ReferenceCountedOpenSslEngine openSsl) {
            count.countFinished(session, SSL.isSessionReused(openSsl.sslPointer()));
            count.noteGroup(group(openSsl));
        } else {
            count.countFinished(session, arrival);
        }
    }

    private static String group(ReferenceCountedOpenSslEngine engine) {
        try {
            return NamedGroup.nameOf(SSL.getGroupName(engine.sslPointer()));
        } catch (Exception e) {
            // RSA key exchange has no group.
            return null;
        }
    }
}

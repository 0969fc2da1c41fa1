package org.eejs.remotekey.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.policy.RefusedCertificateException;
import org.eejs.remotekey.policy.Share;
import org.eejs.remotekey.settings.KeyServerSettings;

/**
 * The gate for new connections, which also logs failed handshakes. A client that has not finished its handshake is
 * unknown. Beyond a bound, the connection that has waited longest is closed for the next. So a flood of silent
 * connections never keeps out a client that proceeds with its handshake. After the handshake, each client gets its
 * share of the connections. Thread-safe.
 */
@ChannelHandler.Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
    private final int most;
    private final AuditLog log;
    private final Strangers strangers;
    private final FairRoom room;
    private final Shares shares;

    ConnectionGate(KeyServerSettings.Limits limits, Shares shares, AuditLog log) {
        this.most = limits.connections();
        this.log = log;
        this.room = new FairRoom(most);
        this.shares = shares;
        this.strangers = new Strangers(limits.handshakes(), limits.handshakesPerAddress());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel connection = (Channel) accepted;
        if (room.taken() + strangers.count() >= most) {
            Channel stranger = strangers.removeOldest();
            if (stranger == null) {
                refused(null, connection, "there are " + most + " connections already");
                connection.unsafe().closeForcibly();
                return;
            }
            end(stranger, "there are " + most + " connections already, and it had not finished its handshake");
        }
        connection.closeFuture().addListener(closed -> strangers.remove(connection));
        connection.pipeline().addLast(new Handshake());
        Channel stranger = strangers.add(connection);
        context.fireChannelRead(accepted);
        if (stranger != null) {
            end(stranger, "too many connections had not finished their handshakes, and it had waited longest");
        }
    }

    private void end(Channel connection, String reason) {
        refused(null, connection, reason);
        // This bypasses TLS, which would wait until its close message is sent.
        connection.pipeline().firstContext().close();
    }

    private void refused(Caller client, Channel connection, String reason) {
        log.refused(client, remote(connection), "BUSY", reason);
    }

    /** Counts a connection among those of its client. */
    private void welcome(Channel connection, SSLSession session) {
        if (!strangers.remove(connection)) {
            // It was closed just now, for another one.
            return;
        }
        try {
            X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
            Share share = shares.of(certificate);
            if (room.take(share.connections)) {
                connection.closeFuture().addListener(closed -> room.giveBack(share.connections));
            } else {
                refused(new Caller(share, certificate), connection, "the client has its share of " + most
                        + " connections already");
                connection.close();
            }
        } catch (SSLPeerUnverifiedException | CertificateEncodingException e) {
            // Not reached, because TLS requires a certificate and has read it.
            connection.close();
        }
    }

    /** Returns the client whose certificate was not accepted; null if there was none. */
    private Caller whoseCertificate(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedCertificateException refused) {
                try {
                    return new Caller(shares.of(refused.certificate()), refused.certificate());
                } catch (CertificateEncodingException | RuntimeException e) {
                    // A stranger's certificate may have an unreadable name or key.
                    return null;
                }
            }
        }
        return null;
    }

    private static String remote(Channel connection) {
        return String.valueOf(connection.remoteAddress());
    }

    /**
     * A handler that waits for the first bytes of a client, when TLS is in its pipeline, and for the result of the
     * handshake.
     */
    private final class Handshake extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            if (tls != null) {
                Channel connection = context.channel();
                tls.handshakeFuture().addListener(done -> {
                    if (done.isSuccess()) {
                        welcome(connection, tls.engine().getSession());
                    } else {
                        log.refused(whoseCertificate(done.cause()), remote(connection), "NO_TLS",
                                Causes.first(done.cause()));
                    }
                });
                context.pipeline().remove(this);
            }
            context.fireChannelRead(bytes);
        }
    }
}

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
 * Stands where connections come in, and logs those with whom TLS could not be agreed on. Who has not shaken hands may
 * be anybody: beyond a bound the one that has waited longest gives way to the next, so a flood of silent connections
 * never keeps a client out that gets on with its handshake. Of those who have, each gets its share. Thread-safe.
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
            end(stranger, "there are " + most + " connections already, and it had not shaken hands");
        }
        connection.closeFuture().addListener(closed -> strangers.remove(connection));
        connection.pipeline().addLast(new Handshake());
        Channel stranger = strangers.add(connection);
        context.fireChannelRead(accepted);
        if (stranger != null) {
            end(stranger, "too many connections had not shaken hands, and it had waited longest");
        }
    }

    private void end(Channel connection, String reason) {
        refused(null, connection, reason);
        // Past TLS, which would wait for its farewell to leave.
        connection.pipeline().firstContext().close();
    }

    private void refused(Caller client, Channel connection, String reason) {
        log.refused(client, remote(connection), "BUSY", reason);
    }

    /** Counts a connection among those of its client. */
    private void welcome(Channel connection, SSLSession session) {
        if (!strangers.remove(connection)) {
            // It had to give way just now.
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
            // TLS asks for a certificate and has read it, so this is not reached.
            connection.close();
        }
    }

    /** Returns who showed a certificate that was not accepted; null if there was none. */
    private Caller whoseCertificate(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedCertificateException refused) {
                try {
                    return new Caller(shares.of(refused.certificate()), refused.certificate());
                } catch (CertificateEncodingException | RuntimeException e) {
                    // A stranger's certificate may have a name or a key that nobody can read.
                    return null;
                }
            }
        }
        return null;
    }

    private static String remote(Channel connection) {
        return String.valueOf(connection.remoteAddress());
    }

    /** Waits for the first bytes of a client, when TLS stands in its pipeline, and for what becomes of it. */
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

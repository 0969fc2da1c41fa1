package org.eejs.jsse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** The two ways in which a client speaks TLS: each connects to localhost, sends one byte and awaits its echo. */
public enum TlsCaller {
    SOCKET {
        @Override
        public SSLSession call(SSLContext context, int port, Consumer<SSLParameters> policy) throws IOException {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
                SSLParameters parameters = socket.getSSLParameters();
                policy.accept(parameters);
                socket.setSSLParameters(parameters);
                // If the handshake failed in getSession, the reason would be hidden.
                socket.startHandshake();
                socket.getOutputStream().write(1);
                if (socket.getInputStream().read() != 1) {
                    throw new IOException("no echo");
                }
                return socket.getSession();
            }
        }
    },
    ENGINE {
        @Override
        public SSLSession call(SSLContext context, int port, Consumer<SSLParameters> policy) throws IOException {
            SSLEngine engine = context.createSSLEngine("localhost", port);
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            policy.accept(parameters);
            engine.setSSLParameters(parameters);
            try (SocketChannel channel = SocketChannel.open(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                new Pump(engine, channel).echo();
                return engine.getSession();
            }
        }
    };

    /**
     * Opens one connection.
     *
     * @param policy the settings of the caller before the handshake
     * @return the session; its creation time identifies a resumed one
     */
    public abstract SSLSession call(SSLContext context, int port, Consumer<SSLParameters> policy) throws IOException;

    /** A pump that moves the bytes of an engine through a channel. */
    static final class Pump {
        private final SSLEngine engine;
        private final SocketChannel channel;
        private final ByteBuffer received;
        private final ByteBuffer data;
        private final ByteBuffer sent;

        Pump(SSLEngine engine, SocketChannel channel) {
            this.engine = engine;
            this.channel = channel;
            int size = 2 * engine.getSession().getPacketBufferSize();
            received = ByteBuffer.allocate(size).flip();
            data = ByteBuffer.allocate(size);
            sent = ByteBuffer.allocate(size);
        }

        /** Sends a byte, with the handshake before it, and awaits its echo. */
        void echo() throws IOException {
            ByteBuffer request = ByteBuffer.wrap(new byte[] {1});
            while (data.position() == 0) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> engine.getDelegatedTask().run();
                    case NEED_WRAP -> wrap(request);
                    case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap();
                    default -> {
                        if (request.hasRemaining()) {
                            wrap(request);
                        } else {
                            unwrap();
                        }
                    }
                }
            }
            data.clear();
        }

        private void wrap(ByteBuffer request) throws IOException {
            engine.wrap(request, sent);
            sent.flip();
            while (sent.hasRemaining()) {
                channel.write(sent);
            }
            sent.clear();
        }

        private void unwrap() throws IOException {
            Status status = engine.unwrap(received, data).getStatus();
            if (status == Status.CLOSED) {
                throw new SSLException("closed by the server");
            }
            if (status == Status.BUFFER_UNDERFLOW) {
                received.compact();
                if (channel.read(received) < 0) {
                    throw new IOException("the server has gone");
                }
                received.flip();
            }
        }
    }
}

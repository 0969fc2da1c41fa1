package org.eejs.jsse;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * A separate program that does not know the provider: a server with a PKCS12 store and a client with a trust store. It
 * asks JMX what EEJS did for each, and prints it.
 */
final class DropIn {
    private static final String ANSWER = "hello";

    private DropIn() {}

    /**
     * Runs a server and calls it. Arguments: server, client, the server's store, the client's store, and the password
     * of both.
     */
    public static void main(String[] arguments) {
        int code = 1;
        try {
            serveAndCall(arguments);
            code = 0;
        } catch (Exception e) {
            e.printStackTrace();
        }
        System.out.flush();
        // The servers' threads would live on.
        Runtime.getRuntime().halt(code);
    }

    private static void serveAndCall(String[] arguments) throws Exception {
        Path keys = Path.of(arguments[2]);
        Path trust = Path.of(arguments[3]);
        String password = arguments[4];
        int port = switch (arguments[0]) {
            case "tomcat" -> tomcat(keys, password);
            case "jetty" -> jetty(keys, password);
            case "netty" -> netty(keys, password);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        // Tomcat logs why a connector does not start, and continues without it.
        if (port < 1) {
            throw new IllegalStateException("the server did not start");
        }
        System.out.println("server " + counters());
        URI uri = URI.create("https://localhost:" + port + "/");
        SSLContext context = trusting(trust, password);
        String answer = call(arguments[1], uri, context);
        System.out.println("client " + counters());
        System.out.println("answer " + answer);
    }

    /** Asks a server by one of the HTTP clients: {@code url}, {@code java} or {@code apache}. */
    static String call(String client, URI uri, SSLContext context) throws Exception {
        return switch (client) {
            case "url" -> url(uri, context);
            case "java" -> java(uri, context);
            case "apache" -> apache(uri, context);
            default -> throw new IllegalArgumentException(client);
        };
    }

    /** Returns the counters from JMX, as {@code Name=value} pairs. */
    private static String counters() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("org.eejs.jsse:type=Jsse");
        for (int i = 0; i < 500 && !server.isRegistered(name); i++) {
            Thread.sleep(10);
        }
        TreeMap<String, Object> counters = new TreeMap<>();
        for (var attribute : server.getMBeanInfo(name).getAttributes()) {
            counters.put(attribute.getName(), server.getAttribute(name, attribute.getName()));
        }
        return counters.toString().replaceAll("[{},]", "");
    }

    private static int tomcat(Path keys, String password) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(keys.getParent(), "tomcat").toString());
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(0);
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        host.setKeyManagerAlgorithm("PKIX");
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystoreFile(keys.toString());
        certificate.setCertificateKeystoreType("PKCS12");
        certificate.setCertificateKeystorePassword(password);
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hello", new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().print(ANSWER);
            }
        });
        context.addServletMapping("/", "hello");
        tomcat.start();
        return connector.getLocalPort();
    }

    private static int jetty(Path keys, String password) throws Exception {
        SslContextFactory.Server ssl = new SslContextFactory.Server();
        ssl.setKeyStorePath(keys.toString());
        ssl.setKeyStoreType("PKCS12");
        ssl.setKeyStorePassword(password);
        ssl.setKeyManagerFactoryAlgorithm("PKIX");
        ssl.setSniRequired(false);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, ssl);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, ANSWER, callback);
                return true;
            }
        });
        server.start();
        return connector.getLocalPort();
    }

    private static int netty(Path keys, String password) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(keys)) {
            store.load(stream, password.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, password.toCharArray());
        var ssl = SslContextBuilder.forServer(factory).sslProvider(SslProvider.JDK).build();
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        var channel = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        accepted.pipeline().addLast(ssl.newHandler(accepted.alloc()), new LineBasedFrameDecoder(8192),
                                new OneRequest());
                    }
                }).bind(0).sync().channel();
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** The part of HTTP that one GET needs. */
    private static final class OneRequest extends SimpleChannelInboundHandler<io.netty.buffer.ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, io.netty.buffer.ByteBuf line) {
            if (line.readableBytes() == 0) {
                String response = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + ANSWER.length()
                        + "\r\n\r\n" + ANSWER;
                context.writeAndFlush(Unpooled.wrappedBuffer(
                        ByteBuffer.wrap(response.getBytes(StandardCharsets.US_ASCII))));
            }
        }
    }

    /** Returns the context of a client that makes one for each call. */
    static SSLContext trusting(Path trust, String password) throws Exception {
        KeyStore store = KeyStore.getInstance("JKS");
        try (InputStream stream = new FileInputStream(trust.toFile())) {
            store.load(stream, password.toCharArray());
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    private static String url(URI uri, SSLContext context) throws Exception {
        HttpsURLConnection connection = (HttpsURLConnection) uri.toURL().openConnection();
        connection.setSSLSocketFactory(context.getSocketFactory());
        try (InputStream stream = connection.getInputStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String java(URI uri, SSLContext context) throws Exception {
        return HttpClient.newBuilder().sslContext(context).build()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    private static String apache(URI uri, SSLContext context) throws Exception {
        try (CloseableHttpClient client = HttpClients.custom().setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context)).build()).build()) {
            return client.execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
        }
    }
}

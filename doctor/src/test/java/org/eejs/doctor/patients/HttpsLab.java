package org.eejs.doctor.patients;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A small HTTPS server of this JVM. */
final class HttpsLab {
    final TlsLab tls;
    final HttpsServer server;

    HttpsLab(boolean clientCertificates) throws Exception {
        tls = new TlsLab("EC", 256);
        SSLContext context = tls.serverContext;
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters own = context.getDefaultSSLParameters();
                own.setNeedClientAuth(clientCertificates);
                parameters.setSSLParameters(own);
            }
        });
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = new byte[1_000];
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.setExecutor(Executors.newFixedThreadPool(2, work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort() + "/";
    }
}

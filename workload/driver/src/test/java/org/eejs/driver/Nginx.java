package org.eejs.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/** A real nginx that logs, for each request, whether its TLS session was resumed. */
final class Nginx implements AutoCloseable {
    /** The bytes of the path {@code /large}. */
    static final int LARGE = 60_000;

    private final Path folder;
    private final Process process;
    private final int port;

    /**
     * Starts it on a free port of loopback.
     *
     * @param protocol TLSv1.2 or TLSv1.3
     */
    Nginx(Path folder, PkiDirectory pki, TlsProfile.Certificate certificate, String protocol)
            throws IOException, InterruptedException {
        this(folder, pki, certificate, protocol, "", "");
    }

    /**
     * Starts one that does more.
     *
     * @param listens further words of {@code listen}, such as http2
     * @param directives of the server
     */
    Nginx(Path folder, PkiDirectory pki, TlsProfile.Certificate certificate, String protocol, String listens,
            String directives) throws IOException, InterruptedException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path pem = folder.resolve("server.pem");
        Process openssl = new ProcessBuilder("openssl", "pkcs12", "-in", pki.serverKeyStoreFile(certificate).toString(),
                "-passin", "file:" + pki.passwordFile(), "-nodes", "-out", pem.toString()).start();
        if (openssl.waitFor() != 0) {
            throw new IOException(new String(openssl.getErrorStream().readAllBytes()));
        }
        Files.createDirectories(folder.resolve("www"));
        Files.writeString(folder.resolve("www/page"), "x".repeat(1_024));
        Files.writeString(folder.resolve("www/large"), "x".repeat(LARGE));
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off; pid %1$s/pid; error_log %1$s/error.log; worker_processes 1;
                events { worker_connections 256; }
                http {
                  log_format handshakes '$connection $ssl_session_reused $ssl_protocol $request';
                  access_log %1$s/access.log handshakes;
                  client_body_temp_path %1$s; proxy_temp_path %1$s; fastcgi_temp_path %1$s;
                  uwsgi_temp_path %1$s; scgi_temp_path %1$s;
                  server {
                    listen 127.0.0.1:%2$d ssl %5$s; %6$s root %1$s/www;
                    ssl_certificate %3$s; ssl_certificate_key %3$s; ssl_protocols %4$s;
                    ssl_session_cache shared:sessions:1m;
                  }
                }
                """.formatted(folder, port, pem, protocol, listens, directives));
        process = new ProcessBuilder("nginx", "-c", configuration.toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("nginx.log").toFile()).start();
        awaitListening();
    }

    private void awaitListening() throws IOException, InterruptedException {
        for (int tries = 0; ; tries++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (tries == 200 || !process.isAlive()) {
                    throw new IOException("nginx did not start: " + Files.readString(folder.resolve("nginx.log")), e);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    int port() {
        return port;
    }

    /**
     * Returns a line for each of this number of requests: {@code <connection> <r or .> <protocol> <request>}; r means
     * that the session was resumed.
     */
    List<String> log(int requests) throws IOException, InterruptedException {
        // nginx writes the line of a request after its answer.
        for (int tries = 0; ; tries++) {
            List<String> lines = Files.readAllLines(folder.resolve("access.log"));
            if (lines.size() >= requests || tries == 200) {
                return lines;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}

package org.eejs.remotekey;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenSSL's server with the certificate of a domain's first key server. It requires a client certificate of the domain,
 * resumes no session, and answers any GET with a page that describes the connection.
 */
final class OpensslServer implements AutoCloseable {
    private final Process process;
    private final int port;

    private OpensslServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it on a free port.
     *
     * @param options further ones of {@code openssl s_server}, such as {@code -tls1_3}
     */
    static OpensslServer start(Path domain, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl", "s_server", "-accept", "127.0.0.1:0", "-cert",
                domain.resolve("server-1.pem").toString(), "-key", domain.resolve("server-1.key").toString(), "-CAfile",
                domain.resolve("ca.pem").toString(), "-Verify", "2", "-verify_return_error", "-no_ticket",
                "-num_tickets", "0", "-no_cache", "-www"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.startsWith("ACCEPT ")) {
                // Its output about each connection must be read, or it would wait when the pipe is full.
                Thread reader = new Thread(() -> output.lines().forEach(ignored -> { }), "openssl output");
                reader.setDaemon(true);
                reader.start();
                return new OpensslServer(process, Integer.parseInt(line.substring(line.lastIndexOf(':') + 1).trim()));
            }
        }
        throw new IOException(command + " ended: " + said);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

package org.eejs.lab.serving;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.ServiceScript;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.result.settings.RunSettings;

/** An example of a user's service: a jar that serves HTTPS, with a certificate of a private authority. */
record HttpsService(Path folder, Identity authority) {
    private static final String PASSWORD = "changeit";
    private static final String SOURCE = """
            import com.sun.net.httpserver.*;
            import java.io.*;
            import java.net.*;
            import java.security.*;
            import javax.net.ssl.*;
            public class Service {
                public static void main(String[] args) throws Exception {
                    char[] password = System.getenv("STORE_PASSWORD").toCharArray();
                    KeyStore store = KeyStore.getInstance("PKCS12");
                    try (InputStream in = new FileInputStream(args[1])) {
                        store.load(in, password);
                    }
                    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                    keys.init(store, password);
                    SSLContext context = SSLContext.getInstance("TLS");
                    context.init(keys.getKeyManagers(), null, null);
                    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1",
                            Integer.parseInt(args[0])), 0);
                    server.setHttpsConfigurator(new HttpsConfigurator(context));
                    server.createContext("/", exchange -> answer(exchange, 200));
                    server.createContext("/fault", exchange -> answer(exchange, 503));
                    server.createContext("/die", exchange -> Runtime.getRuntime().halt(3));
                    server.createContext("/work", exchange -> {
                        var cpu = java.lang.management.ManagementFactory.getThreadMXBean();
                        long end = cpu.getCurrentThreadCpuTime() + 300_000_000L;
                        while (cpu.getCurrentThreadCpuTime() < end) {
                            Thread.onSpinWait();
                        }
                        answer(exchange, 200);
                    });
                    server.start();
                    System.out.println("serving");
                }
                static void answer(HttpExchange exchange, int status) throws IOException {
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                }
            }
            """;

    /** Creates the service in a folder. */
    static HttpsService in(Path folder) throws Exception {
        Identity authority = CertificateBuilder.authority("CN=of the service").key("RSA", 2048).selfSigned();
        Files.write(folder.resolve("store.p12"), CertificateBuilder.server("CN=localhost", "localhost")
                .key("RSA", 2048).issuedBy(authority).store("PKCS12", "server", PASSWORD.toCharArray()));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path source = Files.writeString(folder.resolve("Service.java"), SOURCE);
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(),
                source.toString()) != 0) {
            throw new IOException(source + " cannot be compiled");
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Service");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("service.jar")), manifest);
                Stream<Path> files = Files.list(classes)) {
            for (Path each : files.toList()) {
                jar.putNextEntry(new JarEntry(each.getFileName().toString()));
                Files.copy(each, jar);
            }
        }
        return new HttpsService(folder, authority);
    }

    /** Returns the command that starts it. */
    static List<String> java(String... options) {
        List<String> words = new ArrayList<>(List.of("java"));
        words.addAll(List.of(options));
        words.addAll(List.of("-jar", "service.jar", Launch.PORT, "store.p12", "--password=geheim"));
        return words;
    }

    Launch launch(String ready, Duration patience, List<String> command) {
        return new Launch(command, folder, Map.of("STORE_PASSWORD", PASSWORD), ready, patience, List.of());
    }

    Launch launch(List<String> command) {
        return launch("/", Duration.ofMinutes(1), command);
    }

    /** Returns its description, at a port or 0 for any. */
    ServiceDescription at(String host, int port, ServiceDescription.Measured process, boolean trusted)
            throws IOException {
        Connections connections = new Connections(2, true, Connections.Http.HTTP_1_1, List.of(), List.of(), List.of(),
                trusted ? new String(Identity.pem(authority.chain())) : null, null, null);
        return new ServiceDescription("a service", URI.create("https://" + host + ":" + port), new ServiceScript(
                List.of(new ServiceScript.Origin(true, host, port, "127.0.0.1")), connections, List.of(), null,
                List.of(), Set.of()), process, List.of(), RunSettings.unsaid(), List.of());
    }

    ServiceDescription description(ServiceDescription.Measured process) throws IOException {
        return at("localhost", 0, process, true);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

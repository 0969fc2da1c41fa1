package org.eejs.lab.defaults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.tls.ClientHello;
import org.bouncycastle.tls.ExtensionType;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.JdkDifference;
import org.eejs.result.JdkDifference.Area;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkDifferencesTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));
    private static final int HEADER = 5;
    private static final int MESSAGE_HEADER = 4;

    @TempDir
    private Path folder;

    private static Jdk newer() {
        return Jdk.find(System.getProperty("newer.jdk", System.getProperty("java.home")));
    }

    private List<JdkDifference> differences(Jdk baseline, Jdk other) throws Exception {
        Map<String, Jdk> jdks = new LinkedHashMap<>();
        jdks.put("baseline", baseline);
        jdks.put("other", other);
        return JdkDifferences.of(jdks, HOME, folder);
    }

    @Test
    void aJdkDoesNotDifferFromItself() throws Exception {
        assertEquals(List.of(), differences(Jdk.running(), Jdk.running()));
    }

    /** A client of another program; JDKs whose hellos differ have different defaults of the wire. */
    @Test
    void allPartsOfTheHelloThatACaptureShowsAreNamed() throws Exception {
        Jdk newer = newer();
        List<String> wire = names(differences(Jdk.running(), newer), Area.WIRE);
        Map<Integer, String> before = captured(Jdk.running());
        Map<Integer, String> after = captured(newer);
        for (int type : Stream.concat(before.keySet().stream(), after.keySet().stream()).distinct().toList()) {
            if (!String.valueOf(before.get(type)).equals(String.valueOf(after.get(type)))) {
                String extension = ExtensionType.getName(type);
                assertTrue(wire.stream().anyMatch(name -> name.startsWith("client, client_hello, " + extension)),
                        extension + " differs, but is not among " + wire);
            }
        }
    }

    @Test
    void theSuitesAreThoseOfKeytool() throws Exception {
        Jdk newer = newer();
        boolean differ = !keytool(Jdk.running()).equals(keytool(newer));
        assertEquals(differ, names(differences(Jdk.running(), newer), Area.TLS).stream()
                .anyMatch(name -> name.startsWith("client CipherSuites") || name.startsWith("client Protocols")));
    }

    @Test
    void flagsAreThoseOfTheJvm() throws Exception {
        Jdk newer = newer();
        Map<String, String> before = Jdk.running().flags();
        Map<String, String> after = newer.flags();
        Set<String> differ = Stream.concat(before.keySet().stream(), after.keySet().stream())
                .filter(name -> !String.valueOf(before.get(name)).equals(String.valueOf(after.get(name))))
                .collect(Collectors.toSet());
        assertEquals(differ, Set.copyOf(names(differences(Jdk.running(), newer), Area.FLAG)));
        assertTrue(before.size() > 500, before.size() + " flags");
        assertEquals(before, Jdk.running().flags(), "flags that differ from start to start");
    }

    private static List<String> names(List<JdkDifference> all, Area area) {
        return all.stream().filter(each -> each.area() == area).map(JdkDifference::name).toList();
    }

    /** Returns what keytool tells about TLS, line by line. */
    private static List<String> keytool(Jdk jdk) throws IOException {
        Process process = new ProcessBuilder(jdk.home().resolve("bin/keytool").toString(), "-showinfo", "-tls").start();
        try (Stream<String> lines = process.inputReader().lines()) {
            return lines.toList();
        }
    }

    /** Returns the extensions of a client's hello, without random content, by their numbers. */
    private static Map<Integer, String> captured(Jdk jdk) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process client = new ProcessBuilder(jdk.java().toString(), "-cp", System.getProperty("java.class.path"),
                    Client.class.getName(), String.valueOf(server.getLocalPort())).inheritIO().start();
            try (Socket socket = server.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                byte[] header = in.readNBytes(HEADER);
                byte[] message = in.readNBytes((header[3] & 0xff) << Byte.SIZE | header[4] & 0xff);
                ClientHello hello = ClientHello.parse(new ByteArrayInputStream(message, MESSAGE_HEADER,
                        message.length - MESSAGE_HEADER), null);
                Map<Integer, String> extensions = new TreeMap<>();
                Map<?, ?> sent = hello.getExtensions();
                sent.forEach((type, content) -> extensions.put((Integer) type,
                        (Integer) type == ExtensionType.key_share ? ((byte[]) content).length + " bytes"
                                : Arrays.toString((byte[]) content)));
                return extensions;
            } finally {
                client.onExit().join();
            }
        }
    }

    /** A client that begins a handshake. */
    static final class Client {
        private Client() {}

        public static void main(String[] args) throws Exception {
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                    SSLSocket socket = (SSLSocket) SSLContext.getDefault().getSocketFactory().createSocket(plain,
                            "bank.example.com", Integer.parseInt(args[0]), true)) {
                socket.startHandshake();
            } catch (IOException e) {
                // The server only reads the hello.
            }
        }
    }
}

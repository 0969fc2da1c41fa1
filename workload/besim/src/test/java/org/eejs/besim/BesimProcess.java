package org.eejs.besim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.BesimStats;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/** The simulator as a separate process, controlled over its standard input and output. */
final class BesimProcess implements AutoCloseable {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"?([^,\"{}]+)");

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final String address;

    private BesimProcess(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.address = next().get("address");
    }

    static BesimProcess start(TlsProfile profile, PkiDirectory pki) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new BesimProcess(new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), BesimMain.class.getName(), "--json", "--pki",
                pki.folder().toString(), "--tls", profile.id()).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    String address() {
        return address;
    }

    BesimStats stats() {
        in.println("stats");
        try {
            Map<String, String> data = next();
            return new BesimStats(Long.parseLong(data.get("calls")), Long.parseLong(data.get("fullHandshakes")),
                    Long.parseLong(data.get("resumedHandshakes")), Long.parseLong(data.get("failedHandshakes")),
                    data.get("protocol"), data.get("cipherSuite"), data.get("namedGroup"), data.get("tlsEngine"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the fields of the next event's data, which has no nested structure. */
    private Map<String, String> next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("besim has ended");
        }
        Map<String, String> fields = new HashMap<>();
        for (Matcher field = FIELD.matcher(line); field.find();) {
            fields.put(field.group(1), field.group(2));
        }
        return fields;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        in.close();
    }
}

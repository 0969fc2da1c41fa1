package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.pki.files.PrivateFile;

/**
 * The names of a lab's hosts, kept in one file with a line for each. The line of a revoked name has the word
 * {@code revoked}, and the SHA-256 of each certificate that the name got since. Names that differ only in case are one.
 * A caller that writes holds the lock of the lab's folder; readers need none, since the file is replaced as a whole.
 *
 * @param file need not exist yet
 */
record HostNames(Path file) {
    /** The name in the lab's own certificates. */
    static final String LAB = "lab";
    private static final String FORM = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final String REVOKED = "revoked";

    /**
     * Checks that a host may have a name.
     *
     * @throws RefusedException when it may not
     */
    static void check(String name) throws RefusedException {
        if (name == null || !name.matches(FORM)) {
            throw new RefusedException("is not a host name; use at most 63 letters, digits, dots, dashes and "
                    + "underscores, the first a letter or digit");
        }
        if (name.equalsIgnoreCase(LAB)) {
            throw new RefusedException("is the name of the lab itself; choose another");
        }
    }

    /**
     * Notes that a host is called like that.
     *
     * @throws RefusedException when no host may be called so, or another name differs from it only in case
     */
    void add(String name) throws IOException {
        check(name);
        Map<String, List<String>> all = read();
        List<String> known = all.putIfAbsent(key(name), List.of(name));
        if (known == null) {
            write(all);
        } else if (!known.get(0).equals(name)) {
            throw new RefusedException("differs only in case from the known host " + known.get(0)
                    + "; use that name, or choose another");
        }
    }

    /**
     * Makes all certificates invalid that a name has so far; returns whether the name was known.
     *
     * @throws RefusedException when no host can have this name
     */
    boolean revoke(String name) throws IOException {
        check(name);
        Map<String, List<String>> all = read();
        List<String> known = all.get(key(name));
        all.put(key(name), List.of(known == null ? name : known.get(0), REVOKED));
        write(all);
        return known != null;
    }

    /** Notes a new certificate, which is good although older ones of this name may be revoked. */
    void certified(String name, X509Certificate certificate) throws IOException {
        Map<String, List<String>> all = read();
        List<String> known = all.get(key(name));
        if (known != null && known.size() > 1) {
            List<String> line = new ArrayList<>(known);
            line.add(fingerprint(certificate));
            all.put(key(name), line);
            write(all);
        }
    }

    /** Returns the names of those certificates that were revoked. */
    List<String> revoked(Map<X509Certificate, String> certificates) throws IOException {
        Map<String, List<String>> all = read();
        List<String> revoked = new ArrayList<>();
        for (Map.Entry<X509Certificate, String> each : certificates.entrySet()) {
            List<String> known = all.get(key(each.getValue()));
            if (known != null && known.size() > 1 && !known.contains(fingerprint(each.getKey()))) {
                revoked.add(each.getValue());
            }
        }
        return revoked;
    }

    /** Returns whether a name is the same as another but for case. */
    static boolean same(String name, String other) {
        return key(name).equals(key(other));
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String fingerprint(X509Certificate certificate) throws IOException {
        try {
            return OneTimeTokens.sha256(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IOException("a certificate has no encoding", e);
        }
    }

    /** Returns lines as words, by names in lower case. */
    private Map<String, List<String>> read() throws IOException {
        Map<String, List<String>> all = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                List<String> words = List.of(line.split(" "));
                all.put(key(words.get(0)), words);
            }
        } catch (NoSuchFileException e) {
            // No token was made yet.
        }
        return all;
    }

    private void write(Map<String, List<String>> all) throws IOException {
        StringBuilder lines = new StringBuilder();
        all.values().forEach(words -> lines.append(String.join(" ", words)).append('\n'));
        PrivateFile.write(file, lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
}

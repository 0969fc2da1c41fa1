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
 * The names of a lab's hosts, in a file with one line for each. The line of a revoked name has the word {@code
 * revoked}, and the SHA-256 of each certificate that the name got since. Names that differ only in case are the same. A
 * writer holds the lock of the lab's folder. Readers need no lock, since the file is replaced as a whole.
 *
 * @param file the file, which need not exist yet
 */
record HostNames(Path file) {
    /** The name in the lab's own certificates. */
    static final String LAB = "lab";
    private static final String FORM = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final String REVOKED = "revoked";

    /**
     * Checks that a host may have this name.
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
     * Adds the name of a host.
     *
     * @throws RefusedException when no host may have it, or a known name differs from it only in case
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
     * Revokes all current certificates of a name; returns whether the name was known.
     *
     * @throws RefusedException when no host may have this name
     */
    boolean revoke(String name) throws IOException {
        check(name);
        Map<String, List<String>> all = read();
        List<String> known = all.get(key(name));
        all.put(key(name), List.of(known == null ? name : known.get(0), REVOKED));
        write(all);
        return known != null;
    }

    /** Adds a new certificate, which is valid even if older ones of this name are revoked. */
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

    /** Returns whether two names are equal, ignoring case. */
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
            throw new IOException("failed to encode a certificate", e);
        }
    }

    /** Returns the words of each line, by name in lower case. */
    private Map<String, List<String>> read() throws IOException {
        Map<String, List<String>> all = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                List<String> words = List.of(line.split(" "));
                all.put(key(words.get(0)), words);
            }
        } catch (NoSuchFileException e) {
            // The lab has made no token yet.
        }
        return all;
    }

    private void write(Map<String, List<String>> all) throws IOException {
        StringBuilder lines = new StringBuilder();
        all.values().forEach(words -> lines.append(String.join(" ", words)).append('\n'));
        PrivateFile.write(file, lines.toString().getBytes(StandardCharsets.US_ASCII));
    }
}

package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.PrivateFile;

/**
 * What a host needs to join a lab for the first time: the certificate by which it knows the lab, and a secret of one
 * use by which the lab knows the host. As a file: a line {@code token: SECRET}, and the certificate in PEM.
 *
 * @param lab the certificate of the lab's authority
 * @param secret what is used up
 */
public record Token(X509Certificate lab, String secret) {
    private static final String PREFIX = "token: ";

    /** Writes it to a file that only the owner can read. */
    public void write(Path file) throws IOException {
        String pem = new String(Identity.pem(List.of(lab)), StandardCharsets.US_ASCII);
        PrivateFile.write(file.toAbsolutePath(), (PREFIX + secret + "\n" + pem).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads it from a file.
     *
     * @throws IOException with a line that says what the file is instead
     */
    public static Token read(Path file) throws IOException {
        String text = Files.readString(file);
        try {
            if (text.startsWith(PREFIX)) {
                int end = text.indexOf('\n');
                return new Token(PemFile.certificates(text.substring(end + 1)).get(0),
                        text.substring(PREFIX.length(), end).strip());
            }
        } catch (FaultyFileException | IndexOutOfBoundsException e) {
            // The file holds no token; the refusal below says so.
        }
        throw new IOException(file + " is no token: it does not hold what " + OneTimeTokens.NEW_TOKEN + " writes");
    }

    @Override
    public String toString() {
        return "a token of " + lab.getSubjectX500Principal();
    }
}

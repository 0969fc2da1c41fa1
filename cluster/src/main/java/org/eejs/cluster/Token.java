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
 * A host's token for its first join. It has the certificate that identifies the lab, and a one-time secret that
 * identifies the host. As a file: a line {@code token: SECRET}, and the certificate in PEM.
 *
 * @param lab the certificate of the lab's authority
 * @param secret the one-time secret
 */
public record Token(X509Certificate lab, String secret) {
    private static final String PREFIX = "token: ";

    /** Writes the token to a file that only the owner can read. */
    public void write(Path file) throws IOException {
        String pem = new String(Identity.pem(List.of(lab)), StandardCharsets.US_ASCII);
        PrivateFile.write(file.toAbsolutePath(), (PREFIX + secret + "\n" + pem).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads a token from a file.
     *
     * @throws IOException with one line when the file holds no token
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
            // The file holds no token; the exception below reports it.
        }
        throw new IOException(file + " is no token: it does not hold what " + OneTimeTokens.NEW_TOKEN + " writes");
    }

    @Override
    public String toString() {
        return "a token of " + lab.getSubjectX500Principal();
    }
}

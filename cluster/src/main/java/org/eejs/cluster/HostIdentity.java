package org.eejs.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * The identity of a host towards its lab: the host's key and certificate, and the certificate of the lab's authority. A
 * folder of the host keeps them. A token creates the identity; after that, the token is no longer needed. Not
 * thread-safe.
 */
public final class HostIdentity {
    private static final int PATIENCE_MILLIS = 5_000;
    private static final String LAB = "lab.pem";
    private static final String CHAIN = "host.pem";
    private static final String KEY = "host.key";
    private static final String USED = "token.sha256";
    private static final String ASKING = "asking";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final String host;
    private final String version;
    private final Token token;

    /**
     * Creates an identity that has not asked the lab yet.
     *
     * @param folder the folder that keeps it
     * @param host the name of the host
     * @param version the version of its EEJS
     * @param token the token with which it joins for the first time; null when it has joined before
     */
    public HostIdentity(Path folder, String host, String version, Token token) {
        this.folder = folder;
        this.host = host;
        this.version = version;
        this.token = token;
    }

    /** Returns whether the host has a certificate or a token. */
    public boolean isThere() {
        return token != null || Files.exists(file(KEY));
    }

    /**
     * Asks the lab to admit the host. If the host has no valid certificate, or a token that was not used yet and may be
     * of another lab, it asks for a certificate first.
     *
     * @param lab the address to which hosts connect, as host:port
     * @return the address for messages, and the keys
     * @throws RefusedException when the lab refuses the host
     * @throws IOException when no lab answers
     */
    Admission join(String lab) throws IOException, GeneralSecurityException {
        if (!isCertified()) {
            if (token == null) {
                throw new RefusedException("the certificate of this host has expired or is unreadable; run "
                        + OneTimeTokens.NEW_TOKEN + " at the lab, and pass FILE with --token-file");
            }
            certify(lab);
        }
        SSLContext tls = Tls.context(Identity.read(file(CHAIN), file(KEY)), Identity.certificates(file(LAB)).get(0));
        JoinAnswer answer = ask(lab, tls, new JoinRequest(host, version, null, null));
        return new Admission(tls, answer.port(), answer.group(),
                new SealedMessages(Base64.getDecoder().decode(answer.key()), host, false));
    }

    /** The admission to a lab: TLS to it, the port and the group for messages, and their keys. */
    record Admission(SSLContext tls, int port, String group, SealedMessages messages) {}

    private boolean isCertified() throws IOException {
        if (!Files.exists(file(KEY)) || token != null && !(Files.exists(file(USED))
                && Files.readString(file(USED)).equals(used()))) {
            return false;
        }
        try {
            Identity.read(file(CHAIN), file(KEY)).certificate().checkValidity();
            return true;
        } catch (GeneralSecurityException | FaultyFileException e) {
            return false;
        }
    }

    /** Returns the mark of the token for which the certificate was made. */
    private String used() {
        return OneTimeTokens.sha256(token.secret().getBytes(StandardCharsets.UTF_8));
    }

    private void certify(String lab) throws IOException, GeneralSecurityException {
        Identity asking = asking();
        JoinAnswer answer = ask(lab, Tls.context(null, token.lab()), new JoinRequest(host, version, token.secret(),
                Base64.getEncoder().encodeToString(asking.keys().getPublic().getEncoded())));
        // The key is deleted first and written last: if it exists, all other files belong to it.
        Files.deleteIfExists(file(KEY));
        Identity.writeCertificates(file(LAB), List.of(token.lab()));
        Identity.writeCertificates(file(CHAIN), PemFile.certificates(answer.chain()));
        PrivateFile.write(file(USED), used().getBytes(StandardCharsets.US_ASCII));
        asking.writeKey(file(KEY));
        Files.delete(file(ASKING + ".key"));
        Files.delete(file(ASKING + ".pem"));
    }

    /**
     * Returns the key of the request, which is stored before the lab sees it. If the answer is lost, or storing it
     * fails, the token is valid only for this key.
     */
    private Identity asking() throws IOException, GeneralSecurityException {
        PrivateFolder.make(folder);
        if (Files.exists(file(ASKING + ".key"))) {
            return Identity.read(file(ASKING + ".pem"), file(ASKING + ".key"));
        }
        Identity made = CertificateBuilder.client("CN=" + host).key("EC", 256).selfSigned();
        made.writePem(folder, ASKING);
        return made;
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private static JoinAnswer ask(String lab, SSLContext tls, JoinRequest request) throws IOException {
        String name = lab.substring(0, lab.lastIndexOf(':'));
        int port = Integer.parseInt(lab.substring(lab.lastIndexOf(':') + 1));
        JoinAnswer answer;
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(name, port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, name, port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            JoinServer.write(socket, JSON.writeValueAsBytes(request));
            answer = JSON.readValue(JoinServer.read(socket), JoinAnswer.class);
        } catch (UnknownHostException e) {
            throw new IOException("no machine has the name " + name, e);
        }
        if (answer.refused() != null) {
            throw new RefusedException(answer.refused());
        }
        if (answer.later() != null) {
            throw new IOException(answer.later());
        }
        return answer;
    }
}

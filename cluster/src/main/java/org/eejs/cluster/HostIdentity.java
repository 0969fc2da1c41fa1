package org.eejs.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/**
 * By what a host and a lab know each other: the host's key and certificate, and that of the lab's authority, kept in a
 * folder of the host. A token makes it; from then on it is enough. For one thread.
 */
public final class HostIdentity {
    private static final int PATIENCE_MILLIS = 5_000;
    private static final String LAB = "lab.pem";
    private static final String OWN = "host";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final String host;
    private final String version;
    private final Token token;

    /**
     * One that has not asked yet.
     *
     * @param folder where it is kept
     * @param host what the host is called
     * @param version of its EEJS
     * @param token with which it joins for the first time; null when it has joined before
     */
    public HostIdentity(Path folder, String host, String version, Token token) {
        this.folder = folder;
        this.host = host;
        this.version = version;
        this.token = token;
    }

    /** Whether the host has been let in before, or has what it takes. */
    public boolean isThere() {
        return token != null || Files.exists(folder.resolve(OWN + ".key"));
    }

    /**
     * Asks the lab to be let in.
     *
     * @param lab where hosts dial in, as host:port
     * @return where messages go
     * @throws RefusedException when the lab says no
     * @throws IOException when there is no lab
     */
    Admission join(String lab) throws IOException, GeneralSecurityException {
        // A token that is given anew counts more than what is kept: it may be that of another lab.
        boolean certified = Files.exists(folder.resolve(OWN + ".key")) && (token == null || isOfSameLab());
        X509Certificate authority = certified ? Identity.certificates(folder.resolve(LAB)).get(0) : token.lab();
        Identity own = certified ? Identity.read(folder.resolve(OWN + ".pem"), folder.resolve(OWN + ".key")) : null;
        KeyPair keys = certified ? own.keys() : CertificateBuilder.newKey("EC", 256);
        JoinAnswer answer = ask(lab, Tls.context(own, authority), new JoinRequest(host, version,
                certified ? null : token.secret(),
                certified ? null : Base64.getEncoder().encodeToString(keys.getPublic().getEncoded())));
        if (!certified) {
            own = new Identity(keys, Pem.certificates(answer.chain()));
            keep(own, authority);
        }
        return new Admission(Tls.context(own, authority), answer.port(), answer.group(),
                new SealedMessages(Base64.getDecoder().decode(answer.key()), host, false));
    }

    /** TLS to the lab, the port and the group where messages go, and what seals them. */
    record Admission(SSLContext tls, int port, String group, SealedMessages messages) {}

    private boolean isOfSameLab() throws IOException, GeneralSecurityException {
        return Identity.certificates(folder.resolve(LAB)).get(0).equals(token.lab());
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

    private void keep(Identity own, X509Certificate authority) throws IOException {
        Files.createDirectories(folder);
        Identity.writeCertificates(folder.resolve(LAB), List.of(authority));
        own.writePem(folder, OWN);
    }
}

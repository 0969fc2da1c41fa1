package org.eejs.lab.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eejs.banking.service.Connections;
import org.eejs.lab.machine.Nearest;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** The connections of users in a file. Immutable. */
final class WrittenConnections {
    /** The number of browsers. */
    private static final int CONNECTIONS = 6;
    /** Groups of BoringSSL, as netty-tcnative 2.0.84 takes them, and those that the JDK has in addition. */
    private static final List<String> GROUPS = List.of("x25519", "X25519", "secp256r1", "P-256", "prime256v1",
            "secp384r1", "P-384", "secp521r1", "P-521", "X25519MLKEM768", "X25519Kyber768Draft00", "MLKEM1024");
    private static final List<String> GROUPS_OF_THE_JDK =
            List.of("x448", "ffdhe2048", "ffdhe3072", "ffdhe4096", "ffdhe6144", "ffdhe8192");
    private static final String CONNECT = "/connect";

    private final YamlFile<ServiceForm> file;

    WrittenConnections(YamlFile<ServiceForm> file) {
        this.file = file;
    }

    /**
     * Reads the connections, with the files that they name.
     *
     * @throws FaultyFileException with file, line and key of a setting that no driver supports
     */
    Connections connections() throws FaultyFileException {
        ServiceForm.Connect connect = file.value().connect() == null
                ? new ServiceForm.Connect(null, null, null, null, null, null, null, null, null)
                : file.value().connect();
        file.atLeast(1, CONNECT, "perUser");
        Connections.Http http = switch (connect.http() == null ? "1.1" : connect.http()) {
            case "1.1" -> Connections.Http.HTTP_1_1;
            case "2" -> Connections.Http.HTTP_2;
            default -> throw file.fault(CONNECT + "/http", "'" + connect.http() + "': must be 1.1 or 2");
        };
        for (String protocol : orEmpty(connect.protocols())) {
            if (!Set.of("TLSv1.2", "TLSv1.3").contains(protocol)) {
                throw file.fault(CONNECT + "/protocols", "'" + protocol + "': must be TLSv1.2 or TLSv1.3");
            }
        }
        requireSuites(orEmpty(connect.cipherSuites()));
        requireGroups(orEmpty(connect.groups()), !orEmpty(connect.cipherSuites()).isEmpty());
        if ((connect.certificate() == null) != (connect.key() == null)) {
            throw file.fault(CONNECT + (connect.key() == null ? "/certificate" : "/key"),
                    "certificate and key belong together: give both");
        }
        requireFit(connect);
        boolean one = http == Connections.Http.HTTP_2;
        if (one && Boolean.FALSE.equals(connect.keepAlive())) {
            throw file.fault(CONNECT + "/keepAlive", "HTTP/2 keeps its connection; give http: 1.1");
        }
        return new Connections(one ? 1 : connect.perUser() == null ? CONNECTIONS : connect.perUser(),
                !Boolean.FALSE.equals(connect.keepAlive()), http, orEmpty(connect.protocols()),
                orEmpty(connect.cipherSuites()), orEmpty(connect.groups()),
                connect.trust() == null ? null : certificates("/trust"),
                connect.certificate() == null ? null : certificates("/certificate"),
                connect.key() == null ? null : key());
    }

    private void requireSuites(List<String> suites) throws FaultyFileException {
        if (suites.isEmpty()) {
            return;
        }
        try {
            List<String> possible = List.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
            for (int i = 0; i < suites.size(); i++) {
                if (!possible.contains(suites.get(i))) {
                    throw file.fault(CONNECT + "/cipherSuites/" + i,
                            "'" + suites.get(i) + "' is not a suite of this JDK; use "
                            + "JSSE's names, such as TLS_AES_128_GCM_SHA256");
                }
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    private void requireGroups(List<String> groups, boolean suites) throws FaultyFileException {
        List<String> possible = suites ? Stream.concat(GROUPS.stream(), GROUPS_OF_THE_JDK.stream()).toList() : GROUPS;
        for (int i = 0; i < groups.size(); i++) {
            if (!possible.contains(groups.get(i))) {
                throw file.fault(CONNECT + "/groups/" + i, "'%s' is not a group that drivers offer; %s".formatted(
                        groups.get(i), Nearest.hint(groups.get(i), possible)));
            }
        }
    }

    private void requireFit(ServiceForm.Connect connect) throws FaultyFileException {
        if (connect.certificate() != null) {
            certificates("/certificate");
            key();
            try {
                if (!Identity.read(file.path(CONNECT + "/certificate"), file.path(CONNECT + "/key")).fits()) {
                    throw file.fault(CONNECT + "/key", "%s is not the key of the first certificate in %s; name the key "
                            .formatted(file.path(CONNECT + "/key"), file.path(CONNECT + "/certificate"))
                            + "that belongs to it");
                }
            } catch (FaultyFileException e) {
                throw e;
            } catch (IOException e) {
                throw file.fault(CONNECT + "/key", "cannot read " + file.path(CONNECT + "/key"));
            }
        }
    }

    private static List<String> orEmpty(List<String> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Returns the certificates of a file as plain PEM, which every reader of the driver understands. */
    private String certificates(String key) throws FaultyFileException {
        return pem(CONNECT + key, path -> Identity.pem(PemFile.certificates(path)));
    }

    private String key() throws FaultyFileException {
        return pem(CONNECT + "/key", path -> PemFile.pem(PemFile.privateKey(path)));
    }

    /** A reader of a file, which returns its content as PEM. */
    private interface PemReading {
        byte[] read(Path path) throws IOException;
    }

    private String pem(String pointer, PemReading reading) throws FaultyFileException {
        Path path = file.path(pointer);
        try {
            return new String(reading.read(path), StandardCharsets.US_ASCII);
        } catch (FaultyFileException e) {
            throw file.fault(pointer, e.getMessage());
        } catch (IOException e) {
            throw file.fault(pointer, path + (Files.exists(path) ? " is not readable" : " does not exist"));
        }
    }
}

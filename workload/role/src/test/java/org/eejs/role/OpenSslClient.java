package org.eejs.role;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.banking.TlsProfile;

/** The client of OpenSSL's command line, as a second opinion on what a server negotiates. */
public final class OpenSslClient {
    private final PkiDirectory pki;
    private final String address;

    /** Creates a client that trusts the CAs of a folder. */
    public OpenSslClient(PkiDirectory pki, String address) {
        this.pki = pki;
        this.address = address;
    }

    /** Returns the profiles of the program that every version of OpenSSL knows, without those of clients with keys. */
    public static Stream<TlsProfile> profiles() {
        return TlsProfile.all().filter(profile -> !profile.isPostQuantum() && !profile.mutual());
    }

    /** Returns the options that offer exactly a profile. */
    public static List<String> optionsFor(TlsProfile profile) {
        List<String> options = new ArrayList<>();
        if (profile.protocol().equals("TLSv1.3")) {
            Collections.addAll(options, "-tls1_3", "-ciphersuites", profile.cipherSuite());
        } else {
            Collections.addAll(options, "-tls1_2");
        }
        if (!profile.groups().isEmpty()) {
            Collections.addAll(options, "-groups", profile.groupNames().get(0));
        }
        return options;
    }

    /**
     * Connects, asks for a path, and waits until the server has closed the connection.
     *
     * @return the output of the command
     */
    public String get(String path, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl", "s_client", "-connect", address, "-servername",
                "localhost", "-CAfile", pki.caCertificates().toString(), "-verify_return_error", "-ign_eof"));
        command.addAll(options);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // A failed handshake closes the pipe; the output shows the reason.
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        process.waitFor();
        return printed;
    }
}

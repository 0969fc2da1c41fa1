package org.eejs.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies messages in files. */
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Verifies signed payment messages of ISO 20022, and says who signed or which check failed.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all are valid", "1:verifying failed", "2:bad input", "3:a signature does not verify"})
final class VerifyCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "MESSAGE", description = "Files, each with a signed message.")
    private List<Path> messages;

    @Option(names = "--signers", required = true, arity = "1..*", split = ",", paramLabel = "FILE",
            description = "Certificates whose signatures count, PEM or DER. Name them behind the messages.")
    private List<Path> signers;

    @Option(names = "--at", paramLabel = "TIME",
            description = "When certificates have to be valid, such as 2026-11-21T12:00:00Z (default: now).")
    private Instant at;

    @Option(names = "--json", description = "Say it as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Path file : signers) {
            certificates.addAll(certificates(file));
        }
        SpiVerifier verifier;
        try {
            verifier = new SpiVerifier(certificates, at == null ? Clock.systemUTC() : Clock.fixed(at, ZoneOffset.UTC));
        } catch (IllegalArgumentException e) {
            throw new InputException("--signers: " + e.getMessage(), e);
        }
        int code = SignMain.DONE;
        List<Map<String, String>> report = new ArrayList<>();
        for (Path message : messages) {
            Map<String, String> entry = new LinkedHashMap<>();
            entry.put("message", message.toString());
            report.add(entry);
            code = SignMain.worse(code, verify(verifier, message, entry));
        }
        if (json) {
            spec.commandLine().getOut().println(JsonReport.of(report));
        }
        return code;
    }

    private int verify(SpiVerifier verifier, Path message, Map<String, String> entry) {
        try {
            X509Certificate signer = verifier.verify(MessageFile.read(message));
            String subject = signer.getSubjectX500Principal().getName();
            entry.put("signer", subject);
            entry.put("issuer", signer.getIssuerX500Principal().getName());
            entry.put("serialNumber", signer.getSerialNumber().toString());
            say(message + ": valid, signed by " + OneLine.of(subject));
            return SignMain.DONE;
        } catch (SpiVerificationException e) {
            entry.put("failed", e.check().toString());
            entry.put("fault", e.getMessage());
            say(message + ": NOT VALID, " + e.getMessage());
            return SignMain.NOT_VALID;
        } catch (InputException e) {
            String line = OneLine.of(e.getMessage());
            entry.put("fault", line);
            spec.commandLine().getErr().println("eejs: " + line);
            return SignMain.BAD_INPUT;
        }
    }

    private void say(String line) {
        if (!json) {
            spec.commandLine().getOut().println(line);
        }
    }

    private static List<X509Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> found = new ArrayList<>();
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                found.add((X509Certificate) each);
            }
            if (found.isEmpty()) {
                throw new InputException(file + ": there is no certificate in it");
            }
            return found;
        } catch (IOException e) {
            throw MessageFile.unreadable(file, e);
        } catch (CertificateException e) {
            throw new InputException(file + ": it holds no X.509 certificates, PEM or DER: " + e.getMessage(), e);
        }
    }
}

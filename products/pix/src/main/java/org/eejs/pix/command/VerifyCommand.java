package org.eejs.pix.command;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.eejs.pix.PixVerificationException;
import org.eejs.pix.PixVerifier;
import org.eejs.pix.VerifiedMessage;
import org.eejs.pix.message.Escaped;
import org.eejs.pix.message.OneLine;
import org.eejs.pix.message.PixInputException;
import org.eejs.pix.signature.HeaderNames;
import org.eejs.pix.signature.MessageFile;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that verifies messages in files. */
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Verifies signed payment messages of ISO 20022. Prints the signer, the sender in the header, "
                + "and the message's id; or the check that failed.", "",
            "With --signers any of them can sign for any sender. With --participants the sender's own certificate must "
                + "have signed.", "",
            "The caller must still check for messages that were there before (by their ids), revoked certificates, and "
                + "unexpected senders.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all are valid", "1:verifying failed", "2:bad input", "3:a signature does not verify"})
final class VerifyCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "MESSAGE", description = "Files, each with a signed message.")
    private List<Path> messages;

    @Option(names = "--signers", split = ",", paramLabel = "FILE",
            description = "Certificates of the accepted signers, PEM or DER; can be repeated.")
    private List<Path> signers = List.of();

    @Option(names = "--participants", arity = "1..*", split = ",", paramLabel = "ID=FILE",
            description = "Certificates of each participant, PEM or DER, such as 12345678=bank.pem; repeat the "
                    + "participant for another file. In place of --signers.")
    private List<String> participants = List.of();

    @Option(names = "--at", paramLabel = "TIME",
            description = "Time at which certificates must be valid, such as 2026-11-21T12:00:00Z (default: now).")
    private Instant at;

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PixVerifier verifier = verifier(at == null ? Clock.systemUTC() : Clock.fixed(at, ZoneOffset.UTC));
        return MessageReport.of(messages, json, spec.commandLine(),
                (message, entry) -> verify(verifier, message, entry));
    }

    private PixVerifier verifier(Clock clock) {
        if (signers.isEmpty() == participants.isEmpty()) {
            throw new PixInputException("give either --signers, whose signatures count for any sender, or "
                    + "--participants");
        }
        try {
            if (signers.isEmpty()) {
                return new PixVerifier(byParticipant(), clock, null);
            }
            List<X509Certificate> certificates = new ArrayList<>();
            signers.forEach(file -> certificates.addAll(certificates(file)));
            return new PixVerifier(certificates, clock, null);
        } catch (IllegalArgumentException e) {
            throw new PixInputException((signers.isEmpty() ? "--participants: " : "--signers: ") + e.getMessage(), e);
        }
    }

    private Map<String, Set<X509Certificate>> byParticipant() {
        Map<String, Set<X509Certificate>> found = new LinkedHashMap<>();
        for (String each : participants) {
            int equals = each.indexOf('=');
            if (equals < 1 || equals > HeaderNames.LONGEST || equals == each.length() - 1) {
                throw new PixInputException("--participants '" + Escaped.line(each) + "': must be ID=FILE, such as "
                        + "12345678=bank.pem");
            }
            found.computeIfAbsent(each.substring(0, equals), participant -> new HashSet<>())
                    .addAll(certificates(Path.of(each.substring(equals + 1))));
        }
        return found;
    }

    private int verify(PixVerifier verifier, Path message, Map<String, Object> entry) {
        try {
            VerifiedMessage verified = verifier.verifyMessage(MessageFile.read(message));
            X509Certificate signer = verified.signer();
            String subject = signer.getSubjectX500Principal().getName();
            entry.put("signer", subject);
            entry.put("issuer", signer.getIssuerX500Principal().getName());
            entry.put("serialNumber", signer.getSerialNumber().toString());
            entry.put("sender", verified.sender());
            entry.put("id", verified.id());
            entry.put("senderIsSigner", verified.senderIsSigner());
            say(Escaped.line(message.toString()) + ": valid, signed by " + OneLine.of(subject) + names(verified));
            return SignMain.DONE;
        } catch (PixVerificationException e) {
            entry.put("failed", e.check().toString());
            entry.put("fault", e.getMessage());
            say(Escaped.line(message.toString()) + ": NOT VALID, " + e.getMessage());
            return SignMain.NOT_VALID;
        } catch (PixInputException e) {
            return MessageReport.fault(spec.commandLine(), entry, e, SignMain.BAD_INPUT);
        }
    }

    private static String names(VerifiedMessage verified) {
        String id = verified.id() == null ? ", without an id" : ", id " + Escaped.ascii(verified.id());
        if (verified.sender() == null) {
            return id + "; the header does not name one sender";
        }
        return id + "; sender " + Escaped.ascii(verified.sender())
                + (verified.senderIsSigner() ? ", the signer" : " is not bound to the signer (see --participants)");
    }

    private void say(String line) {
        if (!json) {
            spec.commandLine().getOut().println(line);
        }
    }

    private static List<X509Certificate> certificates(Path file) {
        try {
            return PemFile.certificates(file);
        } catch (FaultyFileException e) {
            throw new PixInputException(e.getMessage(), e);
        } catch (IOException e) {
            throw MessageFile.unreadable(file, e);
        }
    }
}

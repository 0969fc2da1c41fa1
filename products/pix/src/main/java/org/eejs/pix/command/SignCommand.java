package org.eejs.pix.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eejs.pix.PixSigner;
import org.eejs.pix.message.PixFormatException;
import org.eejs.pix.message.PixInputException;
import org.eejs.pix.signature.MessageFile;
import org.eejs.pix.signature.SigningKey;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that signs messages in files. */
@Command(name = "sign", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Signs payment messages of ISO 20022 (pacs.008, pacs.002, pibr.001).",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:signed", "1:signing failed", "2:bad input"})
final class SignCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "MESSAGE", description = "Files, each with a message that is not signed.")
    private List<Path> messages;

    @Option(names = "--key-store", required = true, paramLabel = "FILE",
            description = "File with the key; for PKCS11 a configuration of SunPKCS11, for EEJS-REMOTE a cluster's "
                    + "file.")
    private Path store;

    @Option(names = "--store-type", defaultValue = "PKCS12", paramLabel = "TYPE",
            description = "PKCS12, PKCS11, EEJS-REMOTE or another type that the JDK knows (default: ${DEFAULT-VALUE}).")
    private String type;

    @Option(names = "--password-file", paramLabel = "FILE",
            description = "File whose first line is the key store's password, or the token's PIN.")
    private Path passwordFile;

    @Option(names = "--alias", required = true, paramLabel = "NAME", description = "The key.")
    private String alias;

    @Option(names = "--provider", paramLabel = "NAME",
            description = "Signing provider: an installed one, one on the class path, or CLASS@JAR.")
    private String provider;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Folder for signed messages, under their names. Without it, one message goes to standard "
                    + "output.")
    private Path out;

    @Option(names = "--overwrite", description = "Replace files that are in DIR already.")
    private boolean overwrite;

    @Option(names = "--json", description = "Report the outcome of each message as JSON; needs --out.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (out == null && (messages.size() > 1 || json)) {
            throw new PixInputException(json ? "--json needs --out DIR, because a signed message goes to standard "
                    + "output"
                    : "several messages need --out DIR as their folder");
        }
        if (messages.stream().map(Path::getFileName).distinct().count() < messages.size()) {
            throw new PixInputException("two messages have the same file name, and would be one file in " + out);
        }
        SigningKey key = SigningKey.open(store, type, passwordFile, alias, provider);
        PixSigner signer;
        try {
            signer = new PixSigner(key.key(), key.certificate(), key.provider());
        } catch (IllegalArgumentException e) {
            throw new PixInputException(store + ", key '" + alias + "': " + e.getMessage(), e);
        }
        if (out == null) {
            Printer.of(System.out).exact(signed(signer, messages.get(0)));
            return SignMain.DONE;
        }
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new PixInputException(out + ": creating this folder failed: " + e.getMessage(), e);
        }
        return MessageReport.of(messages, json, spec.commandLine(), (message, entry) -> sign(signer, message, entry));
    }

    private int sign(PixSigner signer, Path message, Map<String, Object> entry) {
        try {
            Path to = out.resolve(message.getFileName());
            write(to, signed(signer, message));
            entry.put("signed", to.toString());
            return SignMain.DONE;
        } catch (PixInputException e) {
            return MessageReport.fault(spec.commandLine(), entry, e, SignMain.BAD_INPUT);
        } catch (IOException e) {
            return MessageReport.fault(spec.commandLine(), entry, e, SignMain.FAILED);
        }
    }

    private static byte[] signed(PixSigner signer, Path message) throws IOException {
        try {
            return signer.sign(MessageFile.read(message));
        } catch (PixFormatException e) {
            throw new PixInputException(message + ": " + e.getMessage(), e);
        } catch (GeneralSecurityException | ProviderException e) {
            throw new IOException(message + ": signing failed: " + e.getMessage(), e);
        }
    }

    private void write(Path to, byte[] signed) throws IOException {
        try {
            if (overwrite) {
                Files.deleteIfExists(to);
            }
            // A new file is never the target of a symbolic link.
            Files.write(to, signed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new PixInputException(to + " exists; --overwrite replaces it", e);
        } catch (IOException e) {
            throw new IOException(to + " was not written: " + e.getMessage(), e);
        }
    }
}

package org.eejs.lab.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;

/**
 * A native PKCS#11 module, and the configuration file for the JDK's bridge SunPKCS11.
 *
 * @param configuration the text of that file
 * @param environment the variables that the bank's process needs
 */
public record Pkcs11Module(String configuration, Map<String, String> environment) {
    private static final List<Path> LIBRARY_FOLDERS = Stream.of("/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib").map(Path::of).toList();
    private static final long SECONDS_TO_MAKE_A_TOKEN = 30;

    /**
     * Returns the module of a provider; makes its token where it needs one.
     *
     * @param folder the folder for tokens, which are kept between runs
     * @throws InputException with one line that names what is missing and where to get it
     */
    public static Pkcs11Module of(KnownProvider provider, Path folder) {
        return provider == KnownProvider.NSS ? nss() : softHsm(folder);
    }

    /** Returns the library of a provider's token. */
    public static Path library(KnownProvider provider) {
        return provider == KnownProvider.NSS ? find(provider.id(), "libsoftokn3.so", "libnss3", "", "nss")
                : find(provider.id(), "libsofthsm2.so", "softhsm2", "softhsm", "pkcs11");
    }

    /** Returns the module of NSS without a database: all keys are objects of a session, and no password is needed. */
    private static Pkcs11Module nss() {
        Path library = library(KnownProvider.NSS);
        Path folder = find("SunPKCS11-NSS", "libnss3.so", "libnss3", "").getParent();
        if (!library.startsWith(folder)) {
            throw new InputException("provider", "SunPKCS11-NSS: " + library + " and libnss3.so in " + folder
                    + " do not belong together; install the package libnss3 again");
        }
        return new Pkcs11Module("""
                name = NSS
                nssLibraryDirectory = %s
                nssDbMode = noDb
                attributes = compatibility
                """.formatted(folder), Map.of());
    }

    /**
     * Returns the module of SoftHSM2 with an empty token: keys are public objects of a session, so no login is needed.
     */
    private static Pkcs11Module softHsm(Path folder) {
        Path library = library(KnownProvider.SOFT_HSM);
        Path tokens = folder.resolve("softhsm").toAbsolutePath();
        Path settings = tokens.resolve("softhsm2.conf");
        try {
            if (!Files.exists(settings)) {
                makeToken(tokens, settings);
            }
        } catch (IOException e) {
            throw new InputException("provider", "SunPKCS11-SoftHSM: the token in " + tokens
                    + " could not be made: " + e.getMessage());
        }
        return new Pkcs11Module("""
                name = SoftHSM
                library = %s
                slotListIndex = 0
                attributes(*, CKO_PRIVATE_KEY, *) = {
                  CKA_TOKEN = false
                  CKA_PRIVATE = false
                  CKA_SENSITIVE = false
                  CKA_EXTRACTABLE = true
                }
                attributes(*, CKO_PRIVATE_KEY, CKK_EC) = {
                  CKA_DERIVE = true
                }
                attributes(*, CKO_PUBLIC_KEY, *) = {
                  CKA_TOKEN = false
                  CKA_PRIVATE = false
                }
                attributes(*, CKO_SECRET_KEY, *) = {
                  CKA_TOKEN = false
                  CKA_PRIVATE = false
                  CKA_SENSITIVE = false
                  CKA_EXTRACTABLE = true
                }
                """.formatted(library), Map.of("SOFTHSM2_CONF", settings.toString()));
    }

    private static void makeToken(Path tokens, Path settings) throws IOException {
        if (!SystemCommand.exists("softhsm2-util") || !SystemCommand.exists("script")) {
            throw new IOException("the programs softhsm2-util and script are needed (packages softhsm2 and bsdutils)");
        }
        PrivateFolder.make(tokens);
        PrivateFolder.make(tokens.resolve("tokens"));
        Path draft = tokens.resolve("softhsm2.conf.new");
        PrivateFile.write(draft, "directories.tokendir = " + tokens.resolve("tokens")
                + "\nobjectstore.backend = file\nlog.level = ERROR\n");
        // The PINs protect an empty token that needs no login. They are random, given to the program over a separate
        // terminal, where no list of processes shows them, and not kept.
        ProcessBuilder builder = new ProcessBuilder("script", "-qec",
                "softhsm2-util --init-token --free --label eejs", "/dev/null").redirectErrorStream(true);
        builder.environment().put("SOFTHSM2_CONF", draft.toString());
        Process process = builder.start();
        String said = talk(process);
        if (!SystemCommand.awaitEnd(process, SECONDS_TO_MAKE_A_TOKEN)) {
            throw new IOException("softhsm2-util did not end, or was interrupted; it printed: " + said);
        }
        if (process.exitValue() != 0) {
            throw new IOException("softhsm2-util failed: " + said);
        }
        PrivateFile.rename(draft, settings);
    }

    /** Answers each question for a PIN when it comes; returns the other output in one line. */
    private static String talk(Process process) throws IOException {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        String pins = HexFormat.of().formatHex(secret);
        StringBuilder all = new StringBuilder();
        StringBuilder line = new StringBuilder();
        List<String> statements = new ArrayList<>();
        OutputStream in = process.getOutputStream();
        for (int c = process.getInputStream().read(); c >= 0; c = process.getInputStream().read()) {
            line.append((char) c);
            all.append((char) c);
            if (line.toString().matches("Please (re)?enter (SO|user) PIN: ")) {
                String pin = line.indexOf("SO") >= 0 ? pins.substring(0, 16) : pins.substring(16);
                in.write((pin + "\n").getBytes(StandardCharsets.US_ASCII));
                in.flush();
                line.setLength(0);
            } else if (c == '\n') {
                statements.add(line.toString().strip());
                line.setLength(0);
            }
        }
        return String.join(" ", statements.stream().filter(each -> each.matches("[A-Z].*") || each.contains("rror"))
                .toList());
    }

    private static Path find(String provider, String library, String debianPackage, String... subfolders) {
        return LIBRARY_FOLDERS.stream()
                .flatMap(folder -> Stream.of(subfolders).map(sub -> folder.resolve(sub).resolve(library)))
                .filter(Files::exists).findFirst()
                .orElseThrow(() -> new InputException("provider", provider + " needs the library " + library
                        + ", which is not on this machine; install the package " + debianPackage));
    }
}

package org.eejs.remotekey.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.pki.files.GuardedFile;
import org.eejs.remotekey.Program;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider that handles keys is measured once, and its name is written into the file; a start measures nothing. */
class ProviderTrialTest {
    @TempDir
    Path folder;

    private static String chosen(long jdk, long accp, long conscrypt) {
        Map<String, Long> rates = new LinkedHashMap<>();
        rates.put("SunRsaSign", jdk);
        rates.put("AmazonCorrettoCryptoProvider", accp);
        rates.put("Conscrypt", conscrypt);
        return ProviderTrial.chosen(rates);
    }

    @Test
    void theJdksOwnIsTakenUnlessAnotherIsClearlyFaster() {
        assertEquals("SunRsaSign", chosen(1000, 1090, 1099));
        assertEquals("AmazonCorrettoCryptoProvider", chosen(1000, 1110, 1050));
        // The first within the margin of the best, though it is not the best.
        assertEquals("AmazonCorrettoCryptoProvider", chosen(1000, 3900, 4000));
        assertEquals("Conscrypt", chosen(1000, 1446, 1621));
        assertEquals("SunRsaSign", chosen(1000, 500, 500));
    }

    /** Returns the program's exit code and its output. */
    private static String run(String... arguments) throws Exception {
        return Program.run(Program.keyserver(arguments));
    }

    /** The caller's umask lets others write everything that is made. */
    @Test
    @Tag("long")
    void initWritesNamesThatAStartTakes() throws Exception {
        Path domain = folder.resolve("domain");
        List<String> init = new ArrayList<>(List.of("bash", "-c", "umask 000; exec \"$0\" \"$@\""));
        init.addAll(Program.keyserver("init", domain.toString(), "--listen", "127.0.0.1:0", "--keys",
                "rsa-2048,ec-p256"));
        String said = Program.run(init);
        assertTrue(said.startsWith("0 measuring "), said);
        Path file = domain.resolve("keyserver-1.yaml");
        String written = Files.readString(file);
        assertTrue(written.matches("(?s).*\n# RSA 2048: SunRsaSign \\d+, BC \\d+\n# EC 256: SunEC \\d+, BC \\d+\n"
                + "provider:\n  rsa: (SunRsaSign|BC)\n  ec: (SunEC|BC)\n"), written);
        List<Notice> notices = new ArrayList<>();
        KeyServer.start(file, notices::add).close();
        String rsa = written.replaceFirst("(?s).*\n  rsa: (\\w+)\n.*", "$1");
        assertTrue(notices.stream().anyMatch(each -> each.event() == Notice.Event.PROVIDER
                && each.data().get("keys").equals("RSA") && each.data().get("provider").equals(rsa)),
                notices.toString());
        try (Stream<Path> files = Files.list(domain)) {
            List<Path> made = files.filter(each -> !each.toString().endsWith(".jsonl")).toList();
            assertEquals(List.of("ec-p256.pem", "rsa-2048.pem"), made.stream().map(each -> each.getFileName().toString())
                    .filter(each -> each.matches("(rsa|ec)-.*")).sorted().toList());
            for (Path each : made) {
                assertEquals(null, GuardedFile.fault(each, GuardedFile.Content.DECIDES));
            }
        }

        Files.writeString(file, written.replaceFirst("(?s)provider:\n.*", "provider: fastest\n"));
        String refused = run(file.toString());
        assertTrue(refused.startsWith("2 keyserver: " + file + ", line ") && refused.contains("write a name: ./eejs "
                + "keyserver providers FILE"), refused);
        // Without the RSA keys it takes half the time.
        Path ofEc = domain.resolve("ec.yaml");
        Files.writeString(ofEc, Files.readString(file).replaceAll("- name: rsa.*\n(  .*\n)+", ""));
        String measured = run("providers", ofEc.toString());
        assertTrue(measured.startsWith("0 # Signatures in a second") && measured.contains("\nprovider:\n  ec: "),
                measured);
        assertTrue(Files.readString(file).endsWith("provider: fastest\n"));
    }

    @Test
    void initNamesTheKeysThatThereAre() throws Exception {
        assertEquals("2 keyserver: no key rsa-1024 is made; there are rsa-2048, rsa-4096, ec-p256, ec-p384\n",
                run("init", folder.resolve("domain").toString(), "--keys", "ec-p256,rsa-1024"));
    }
}

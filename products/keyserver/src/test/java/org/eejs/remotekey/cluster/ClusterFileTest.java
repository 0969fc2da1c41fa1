package org.eejs.remotekey.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eejs.pki.files.FaultyFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFileTest {
    private static final String GOOD = """
            tls: {certificate: /tls/client.pem, privateKey: /tls/client.key, serverAuthority: /tls/ca.pem}
            servers:
              - {address: "127.0.0.1:8443", weight: 3}
              - {address: "keys.example:8444"}
            deadlineMs: 900
            """;

    @Test
    void defaultsAreOrdinary() throws Exception {
        ClusterFile file = ClusterFile.parse(GOOD, "cluster.yaml");
        assertEquals(List.of(new ClusterFile.Server("127.0.0.1", 8443, 3),
                new ClusterFile.Server("keys.example", 8444, 1)), file.servers());
        assertEquals(new ClusterFile.Times(900, 500, 2, 1_000), file.times());
        assertEquals(50, file.verifyOneOf());
        assertEquals(1, ClusterFile.parse(GOOD + "verify: true\n", "cluster.yaml").verifyOneOf());
        assertEquals(0, ClusterFile.parse(GOOD + "verify: false\n", "cluster.yaml").verifyOneOf());
        assertEquals(20, ClusterFile.parse(GOOD + "verifyOneOf: 20\n", "cluster.yaml").verifyOneOf());
    }

    @Test
    void pathsAreRelativeToTheFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), GOOD.replace("/tls/ca.pem", "tls/ca.pem"));
        assertEquals(folder.resolve("tls/ca.pem"), ClusterFile.read(file).serverAuthority());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "weight: 3 | weigth: 3 | line 3, key 'servers[0].weigth': there is no key 'weigth'; keys are address, weight",
        "weight: 3 | weight: -1 | line 3, key 'servers[0].weight': -1 is not from 0 to 1000",
        "weight: 3 | weight: many | line 3, key 'servers[0].weight': a whole number is expected, not 'many'",
        "8443 | nine | line 3, key 'servers[0].address': '127.0.0.1:nine' is not an address; HOST:PORT is expected, "
            + "such as 127.0.0.1:8443",
        "127.0.0.1:8443 | keys.example:8444 | line 4, key 'servers[1].address': keys.example:8444 is listed twice",
        "deadlineMs: 900 | deadlineMs: 0 | line 5, key 'deadlineMs': 0 is not from 1 to 3600000",
        "deadlineMs: 900 | readTimeoutMs: 2000 | line 5, key 'readTimeoutMs': 2000 is not from 1 to 1000",
        "deadlineMs: 900 | verifyOneOf: 0 | line 5, key 'verifyOneOf': 0 is not from 1 to 1000000",
        "/tls/ca.pem | ca.pem | line 1, key 'tls.serverAuthority': the path must be absolute, because there is no "
            + "folder that it could be relative to",
        "privateKey: /tls/client.key, | `` | line 1: the key 'privateKey' is missing",
    })
    void mistakesAreReportedWithTheirPlace(String good, String bad, String told) {
        FaultyFileException refused = assertThrows(FaultyFileException.class,
                () -> ClusterFile.parse(GOOD.replace(good, bad), "cluster.yaml"));
        assertEquals("cluster.yaml, " + told, refused.getMessage());
    }

    @Test
    void allAndAShareExcludeEachOther() {
        assertEquals("cluster.yaml, line 7, key 'verifyOneOf': 'verify: true' verifies each signature; remove one of "
                + "the two keys", assertThrows(FaultyFileException.class, () -> ClusterFile.parse(GOOD
                + "verify: true\nverifyOneOf: 2\n", "cluster.yaml")).getMessage());
    }
}

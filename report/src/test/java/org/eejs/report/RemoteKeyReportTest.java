package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.report.remotekeys.PointTable;
import org.junit.jupiter.api.Test;

/** The report of remote keys: figures have their places, and a missed target is called missed. */
class RemoteKeyReportTest {
    @Test
    void figuresAreThereWithoutScript() {
        String html = Report.html(List.of(RemoteKeyFixture.full())).replaceAll("(?s)<script.*?</script>", "")
                .replace('\u00a0', ' ').replace("&#39;", "'");
        for (String words : List.of("1 of 3 targets missed", "✕ missed", "✓ met", "180 µs", "at most 150 µs",
                "Servers shared processors", "Processors of the client: 0; of the servers: 1 and 1.",
                "openssl speed rsa2048 made 3,790, 3,812, 3,805", "Mutual TLS handshake, 2 servers",
                "✕ the handshake was refused", "1 : 2.04", "1 : 2 is possible", "1 : 2 is rejected", "R² 0.991",
                "200·10⁻⁶", "RENDERING FIXTURE", "./eejs bench remote-key --operation sign,spi,handshake,draw "
                        + "--threads 1,2,4,8,16,24,32,64 --servers 1,2 --rounds 3")) {
            assertTrue(html.contains(words), words);
        }
        assertFalse(html.contains("No run"));
        assertFalse(html.contains(">null"));
    }

    /** Curves of another key have a separate section: P-256's signatures would flatten RSA's in one chart. */
    @Test
    void eachKindOfKeyIsNamed() {
        String html = Report.html(List.of(RemoteKeyFixture.ofTwoKeys())).replaceAll("(?s)<script.*?</script>", "")
                .replace('\u00a0', ' ');
        for (String words : List.of("<h2>Signature</h2>", "<h2>Signature ec-p256</h2>", "Signature ec-p256, 1 server",
                "SHA256withRSA of 32", "SHA256withECDSA of 32", "openssl speed ecdsap256 made 42,000 signatures/s",
                "The keys are rsa-2048, ec-p256, by default rsa-2048",
                "--message-type pacs.008 --key rsa-2048,ec-p256")) {
            assertTrue(html.contains(words), words);
        }
    }

    @Test
    void aResultBegunIsStillAPage() {
        String html = Report.html(List.of(RemoteKeyFixture.empty()));
        assertTrue(html.contains("Nothing was measured"));
        assertTrue(html.contains("A scaling law needs three concurrencies"));
    }

    @Test
    void textFromDataStaysText() {
        String html = Report.html(List.of(RemoteKeyFixture.hostile()));
        assertFalse(html.contains(HostileData.SCRIPT));
        assertEquals(3, html.split("<script", -1).length - 1);
        String markdown = Report.markdown(List.of(RemoteKeyFixture.hostile()));
        assertTrue(markdown.lines().filter(line -> line.contains("<script")).allMatch(line -> line.startsWith("    ")),
                markdown);
    }

    @Test
    void aPointThatFailedHasNoFiguresButAReason() {
        String row = PointTable.csv(List.of(RemoteKeyFixture.full())).lines()
                .filter(line -> line.contains("handshake,remote,2,64")).findFirst().orElseThrow();
        assertTrue(row.endsWith("handshake,remote,2,64,0,,,,,,,,,,,,the handshake was refused,rsa-2048"), row);
    }
}

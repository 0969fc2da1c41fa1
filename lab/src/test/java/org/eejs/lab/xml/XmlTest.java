package org.eejs.lab.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eejs.lab.machine.Machine;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in a result is what is read from it, and is as the schema says. */
class XmlTest {
    private static final XmlSettings SIGNING = new XmlSettings("sign-enveloped", "santuario", "pacs.008", "10KB",
            "rsa-2048", "SunPKCS11-SoftHSM", 2, XmlSettings.ACROSS, "17", List.of("-Xmx256m"), 42L);

    @TempDir
    private Path folder;

    @Test
    void aResultIsReadAsItWasWritten() throws Exception {
        Xml.Round round = new Xml.Round(1_500, 1_300, 250_000, 12, 3, true, List.of(1_490.0, 1_510.0));
        Xml.Signature signature = new Xml.Signature("SunPKCS11-SoftHSM 17.0", 900.0, 0.7,
                new Xml.Proof("pkcs11-spy on libsofthsm2.so", "C_Sign", 3_000, 3_000, true));
        Xml.Pages pages = new Xml.Pages(300_000, 262_144, 0, 2_048L, null, "no counters in this virtual machine");
        Xml xml = new Xml(new Xml.Settings(List.of(Xml.SIGNATURES, Xml.LARGE_PAGES), true, 2, 3, 5, 42,
                Map.of("Woodstox", "7.3.0"), List.of("--quick")),
                new Xml.Topology(List.of("0", "1"), 1, "no core has two hardware threads"), List.of(
                        new Xml.Cell(Xml.SIGNATURES, "SoftHSM", SIGNING, "0-1", 10_000, 1_500.0,
                                List.of(1_400.0, 1_600.0), 1_300.0, List.of(1_250.0, 1_350.0), 250_000.0, signature,
                                null, List.of(round, round), Xml.State.MEASURED, null).with(cpu()),
                        new Xml.Cell(Xml.SIGNATURES, "JDK", XmlSettings.UNSAID, "", 10_000, 1_400.0, null, 1_300.0,
                                null, 250_000.0, new Xml.Signature("SunRsaSign 17", null, null, null), null,
                                List.of(round), null, null),
                        new Xml.Cell(Xml.LARGE_PAGES, "THP", XmlSettings.UNSAID, "", 10_000, 1_400.0, null, 1_300.0,
                                null, 250_000.0, null, pages, List.of(round), Xml.State.MEASURED, null),
                        new Xml.Cell(Xml.LARGE_PAGES, "hugetlbfs", XmlSettings.UNSAID, "", null, null, null, null,
                                null, null, null, new Xml.Pages(1, 0, 0, null, 2.5, null), List.of(), Xml.State.REFUSED,
                                "no huge pages")),
                List.of(new Xml.Ratio(Xml.SIGNATURES, "transactionsPerSecond", 1, 0, 1.07, List.of(1.02, 1.12),
                                "better"),
                        new Xml.Ratio(Xml.SIGNATURES, "cpuMicrosPerTransaction", 1, 0, 1.0, null, "inconclusive")),
                List.of("hugetlbfs has no pages: set vm.nr_hugepages"));
        Result result = result(xml);
        new RunDirectory(folder).write(result);
        assertEquals(result, RunDirectory.read(folder));
        assertEquals(List.of(), schema().validate(RunDirectory.json(result), InputFormat.JSON));
    }

    private static CpuProfile cpu() {
        return new CpuProfile(new CpuProfile.Sampling("asyncProfiler", false, 700, 2, List.of(), null),
                List.of(new CpuProfile.Part(CpuCategory.XML_SIGNATURES, "signature", 0.9, 0.7, List.of(0.66, 0.73))),
                List.of(new CpuProfile.Primitive("RSA", "SunRsaSign", 0.9, 0.7)), null, null).ofTransaction();
    }

    @Test
    void theStateTellsWhoseTurnDidNotComeWhateverItsErrorSays() {
        String broken = "It was broken off: 0 of 1 measurements were made.";
        assertEquals(Optional.of(broken), study(Xml.State.NOT_REACHED, "the time was over").brokenOff());
        assertEquals(Optional.of(broken), study(Xml.State.NOT_REACHED, "it was not measured before the end")
                .brokenOff());
        assertEquals(Optional.empty(), study(Xml.State.FAILED, "it was not measured before the end").brokenOff());
        assertEquals(Optional.empty(), study(Xml.State.REFUSED, "no huge pages").brokenOff());
        assertEquals(Optional.empty(), study(null, "no huge pages").brokenOff(), "of an older result");
    }

    private static Xml study(Xml.State state, String error) {
        return new Xml(new Xml.Settings(List.of(Xml.PARSERS), false, 1, 1, 1, 1, Map.of(), null),
                new Xml.Topology(List.of("0"), 1, null), List.of(Xml.Cell.unmeasured(Xml.PARSERS, "Aalto",
                        XmlSettings.UNSAID, "", List.of(), state, error)), List.of(), List.of());
    }

    @Test
    void theSchemaRefusesWhatIsNoStudyAndWhatHasNoName() throws Exception {
        Xml xml = new Xml(new Xml.Settings(List.of(Xml.PARSERS), false, 1, 1, 1, 1, Map.of(), null),
                new Xml.Topology(List.of("0"), 1, null), List.of(), List.of(), List.of());
        String json = RunDirectory.json(result(xml));
        assertEquals(List.of(), schema().validate(json, InputFormat.JSON));
        for (String wrong : List.of(json.replace("\"parsers\"", "\"parser\""), json.replace("\"seed\"", "\"seeds\""),
                json.replace("\"threadsPerCore\"", "\"threadsInCore\""))) {
            assertNotEquals(json, wrong);
            assertNotEquals(List.of(), schema().validate(wrong, InputFormat.JSON), wrong);
        }
    }

    private static Result result(Xml xml) {
        return new Result("xml", "2026-11-01T00:00:00Z", Machine.disclosure(), xml);
    }

    private static Schema schema() throws Exception {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(
                new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json").readAllBytes(),
                        StandardCharsets.UTF_8));
    }
}

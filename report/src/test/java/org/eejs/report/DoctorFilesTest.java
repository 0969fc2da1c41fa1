package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eejs.result.CpuCategory;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.Asset;
import org.eejs.result.Diagnosis.AssetKind;
import org.eejs.result.Diagnosis.Quantum;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The doctor's files for pipelines and inventories. */
class DoctorFilesTest {
    private static final String CALLER = "com.squareup.Http.call(Http.java:7), for com.example.Pay.call(Pay.java:41)";

    private static final String SARIF = "classpath:schema/sarif-schema-2.1.0.json";
    private static final String CBOM = "http://cyclonedx.org/schema/bom-1.6.schema.json";

    private static Diagnosis.Finding finding(String rule, double saved, String caller) {
        return new Diagnosis.Finding(rule, "The service makes <contexts>\u001b[m again", saved + 0.1,
                List.of(saved, saved + 0.2), saved, List.of(saved, saved + 0.1), 0, Diagnosis.Basis.SAMPLED, caller,
                List.of("evidence"), new Diagnosis.Cure("Create one SSLContext", List.of("-Da=b", "new \"Line\"")),
                "s3auth#144");
    }

    private static Result result(List<Diagnosis.Finding> findings, List<Diagnosis.Operation> operations,
            List<Asset> inventory) {
        return Result.of("doctor", "2026-11-24T11:00:00Z", RenderingFixture.disclosure(), new Diagnosis(
                new Diagnosis.Target(4_711L, null, "17.0.15", "com.example.Shop"), 30.2, 2_400, "asyncProfiler", false,
                21.5, null, 0.05, List.of(new Diagnosis.Part(CpuCategory.TLS_MATERIAL, null, 0.5, List.of(0.4, 0.6))),
                operations, findings, inventory, List.of()).graded());
    }

    private static Result sick() {
        return result(List.of(finding("context-per-call", 0.31, CALLER), finding("digest-hot", 0.03, "your code")),
                List.of(), List.of());
    }

    private static Result unexplained() {
        return result(List.of(), List.of(new Diagnosis.Operation("key generation", "RSA", "SunRsaSign", "org.jose4j",
                null, 0.3, List.of(0.2, 0.4), null, null, null, Diagnosis.Verdict.UNEXPLAINED, null, null)), List.of());
    }

    /** Returns each case by its name and what is wrong with it. */
    private static List<String> cases(String xml) throws Exception {
        NodeList cases = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml))).getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength()).mapToObj(i -> (Element) cases.item(i))
                .map(each -> each.getAttribute("name") + "|" + each.getTextContent()).toList();
    }

    @Test
    void whatCostsMoreThanTheThresholdFails() throws Exception {
        assertEquals(List.of("The service makes <contexts>?[m again|The service makes <contexts>?[m again (" + CALLER
                + "): this takes 41% of the CPU, and the fix saves 31%\nCreate one SSLContext\n-Da=b\nnew \"Line\""),
                cases(JUnitFile.of(sick(), (String) null)));
        assertEquals(List.of("a rule explains the largest cost|Key generation (RSA, SunRsaSign) takes 30% of the CPU, "
                + "called by org.jose4j; no rule explains it"), cases(JUnitFile.of(unexplained(), "it is not explained")));
    }

    @Test
    void aHealthyJvmIsOneCaseThatPasses() throws Exception {
        Result healthy = result(List.of(finding("digest-hot", 0.03, null)), List.of(), List.of());
        assertEquals(List.of("no fix saves more than the threshold|"), cases(JUnitFile.of(healthy, (String) null)));
        assertEquals(List.of("the cost is known|the JVM was idle"), cases(JUnitFile.of(healthy, "the JVM was idle")));
    }

    private static String mistakes(String schema, String json) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7, registry -> registry
                .schemaIdResolvers(ids -> ids.mapPrefix("http://cyclonedx.org/schema/", "classpath:")))
                .getSchema(SchemaLocation.of(schema)).validate(json, InputFormat.JSON).toString();
    }

    private static void assertValid(String schema, String json) {
        assertEquals("[]", mistakes(schema, json), json);
        assertFalse(json.contains("\u001b"), "foreign text is escaped");
    }

    @Test
    void theSchemasRefuseOtherWords() {
        assertNotEquals("[]", mistakes(SARIF, SarifFile.of(sick(), null).replace("error", "alarm")));
        assertNotEquals("[]", mistakes(CBOM, CbomFile.of(result(List.of(), List.of(), List.of(new Asset(
                AssetKind.ALGORITHM, "SHA", "SUN", "digest", Quantum.RESISTANT, null, null)))).replace("hash", "hush")));
    }

    private static JsonNode sarif(Result result, String unknown) throws Exception {
        String json = SarifFile.of(result, unknown);
        assertValid(SARIF, json);
        return new ObjectMapper().readTree(json).get("runs").get(0);
    }

    @Test
    void eachFindingIsARuleAndAResultOfSarif() throws Exception {
        JsonNode run = sarif(sick(), null);
        assertEquals("EEJS doctor", run.at("/tool/driver/name").textValue());
        JsonNode rule = run.at("/tool/driver/rules/0");
        assertEquals("Create one SSLContext.\n-Da=b\nnew \"Line\"", rule.at("/help/text").textValue());
        assertEquals("s3auth#144", rule.at("/properties/source").textValue());
        JsonNode first = run.at("/results/0");
        assertEquals("context-per-call error", first.get("ruleId").textValue() + " " + first.get("level").textValue());
        assertTrue(first.at("/message/text").textValue().endsWith(": this takes 41% of the CPU, and the fix saves 31%. "
                + "Create one SSLContext."), first.toString());
        assertEquals("com.example.Pay.call", first.at("/locations/0/logicalLocations/0/fullyQualifiedName").textValue());
        assertEquals("function", first.at("/locations/0/logicalLocations/0/kind").textValue());
        assertEquals("note", run.at("/results/1/level").textValue());
        assertEquals("digest-hot", run.at("/tool/driver/rules").get(run.at("/results/1/ruleIndex").intValue()).get("id")
                .textValue());
        assertEquals(0, run.at("/results/1/locations").size(), "nobody knows the caller");
        assertTrue(run.at("/invocations/0/executionSuccessful").booleanValue());
    }

    @ParameterizedTest
    @CsvSource({"com.example.Pay$1.<init>, com.example.Pay$1.<init>", "com.example.Pay.call(Pay.java:41), "
            + "com.example.Pay.call", "org.jose4j, org.jose4j", "libfoo.so.bar < start_thread,"})
    void aPlaceIsAMethodOrALibrary(String caller, String place) throws Exception {
        JsonNode first = sarif(result(List.of(finding("digest-hot", 0.3, caller)), List.of(), List.of()), null)
                .at("/results/0");
        assertEquals(place, first.at("/locations/0/logicalLocations/0/fullyQualifiedName").textValue());
    }

    @Test
    void unknownAndUnexplainedCostsAreErrorsOfSarif() throws Exception {
        JsonNode run = sarif(unexplained(), "no rule explains 30% of the CPU");
        assertEquals("unexplained-cost", run.at("/results/0/ruleId").textValue());
        assertEquals("error", run.at("/results/0/level").textValue());
        assertEquals("package", run.at("/results/0/locations/0/logicalLocations/0/kind").textValue());
        assertFalse(run.at("/invocations/0/executionSuccessful").booleanValue());
        assertEquals("No rule explains 30% of the CPU.", run.at("/invocations/0/toolExecutionNotifications/0/message/text")
                .textValue());
    }

    private static JsonNode cbom(Asset... assets) throws Exception {
        String json = CbomFile.of(result(List.of(), List.of(), List.of(assets)));
        assertValid(CBOM, json);
        return new ObjectMapper().readTree(json);
    }

    private static List<String> properties(JsonNode component) {
        List<String> all = new ArrayList<>();
        component.get("properties").forEach(each -> all.add(each.get("name").textValue() + "=" + each.get("value")
                .textValue()));
        return all;
    }

    @Test
    void anInventoryIsABillOfMaterials() throws Exception {
        JsonNode bom = cbom(new Asset(AssetKind.PROTOCOL, "TLSv1.3 TLS_AES_256_GCM_SHA384", null, "port 8443",
                        Quantum.HYBRID, null, null),
                new Asset(AssetKind.GROUP, "X25519MLKEM768", null, "port 8443", Quantum.HYBRID, null, null),
                new Asset(AssetKind.KEY, "RSA-2048", null, "port 8443", Quantum.VULNERABLE, null, "P-256 signs with 13%"),
                new Asset(AssetKind.ALGORITHM, "ECDSA", "SunEC", "private-key\u001b use", Quantum.VULNERABLE, 0.25, null),
                new Asset(AssetKind.ALGORITHM, "ECDSA", "BC", "token signing", Quantum.VULNERABLE, 0.05, null),
                new Asset(AssetKind.ALGORITHM, "AES-GCM", "SunJCE", "record protection", Quantum.RESISTANT, 0.1, null));
        assertEquals("1.6 2026-11-24T11:00:00Z com.example.Shop EEJS doctor", String.join(" ",
                bom.get("specVersion").textValue(), bom.at("/metadata/timestamp").textValue(),
                bom.at("/metadata/component/name").textValue(), bom.at("/metadata/tools/components/0/name").textValue()));
        List<JsonNode> all = StreamSupport.stream(bom.get("components").spliterator(), false).toList();
        assertEquals(List.of("protocol", "algorithm", "related-crypto-material", "algorithm", "algorithm", "algorithm"),
                all.stream().map(each -> each.at("/cryptoProperties/assetType").textValue()).toList());
        assertEquals("1.3", all.get(0).at("/cryptoProperties/protocolProperties/version").textValue());
        assertEquals("TLS_AES_256_GCM_SHA384",
                all.get(0).at("/cryptoProperties/protocolProperties/cipherSuites/0/name").textValue());
        assertEquals(2048, all.get(2).at("/cryptoProperties/relatedCryptoMaterialProperties/size").intValue());
        assertEquals(List.of("eejs:seen=port 8443", "eejs:quantum=vulnerable", "eejs:replacingCosts=P-256 signs with 13%"),
                properties(all.get(2)));
        assertEquals(List.of("eejs:provider=SunEC", "eejs:seen=private-key\u001b use", "eejs:quantum=vulnerable",
                "eejs:cpuShare=0.2500"), properties(all.get(3)));
        assertEquals("signature", all.get(3).at("/cryptoProperties/algorithmProperties/primitive").textValue());
        assertEquals(all.size(), all.stream().map(each -> each.get("bom-ref")).distinct().count());
    }

    @ParameterizedTest
    @CsvSource({"x25519, VULNERABLE, key-agree, 0", "X25519MLKEM768, HYBRID, combiner, 3",
        "SecP384r1MLKEM1024, HYBRID, combiner, 5", "ML-KEM-512, RESISTANT, kem, 1", "ML-DSA-65, RESISTANT, signature, 3",
        "ML-KEM, RESISTANT, kem,", "AES-GCM, RESISTANT, ae,", "AES-CBC, RESISTANT, block-cipher,",
        "RSA, VULNERABLE, unknown, 0", "SHA, RESISTANT, hash,", "TLS, UNKNOWN, unknown,"})
    void theLevelIsOnlyThereIfTheNameShowsIt(String name, Quantum quantum, String primitive, Integer level)
            throws Exception {
        JsonNode properties = cbom(new Asset(AssetKind.ALGORITHM, name, "P", "digest", quantum, 0.1, null))
                .at("/components/0/cryptoProperties/algorithmProperties");
        assertEquals(primitive, properties.get("primitive").textValue());
        assertEquals(level, properties.has("nistQuantumSecurityLevel")
                ? (Integer) properties.get("nistQuantumSecurityLevel").intValue() : null);
    }

    @Test
    void aBillCanBeEmpty() throws Exception {
        assertEquals(0, cbom().path("components").size());
    }

    @Test
    void storedReportsListTheCryptography() {
        Result result = result(List.of(), List.of(), List.of(new Asset(AssetKind.ALGORITHM, "ECDSA", "SunEC",
                "private-key use", Quantum.VULNERABLE, 0.25, null)));
        String text = Report.markdown(List.of(result)).replace('\u00a0', ' ');
        assertTrue(text.contains("| algorithm | ECDSA | SunEC | classical | 25.00 | private-key use |"), text);
        assertFalse(Report.terminal(result).contains("Cryptography in use"));
    }
}

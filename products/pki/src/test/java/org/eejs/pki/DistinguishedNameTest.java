package org.eejs.pki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.RFC4519Style;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in the spelling of each program that writes them: equal if they mean the same, and only then. */
class DistinguishedNameTest {
    private static final String ORGANIZATION = "A\u00e7\u00e3o \"EEJS\", Filhos; <Co> #1 x=y/z";
    /** The form in which .NET documents X500DistinguishedName.Name. */
    private static final String DOT_NET = "E=ana@eejs.example, CN=Ana, OU=\"R + D\" + "
            + "OID.0.9.2342.19200300.100.1.1=ana, G=Ana, SN=Silva, SERIALNUMBER=0042, OID.2.5.4.97=VATBR-12345678, "
            + "O=\"A\u00e7\u00e3o \"\"EEJS\"\", Filhos; <Co> #1 x=y/z\", L=Campinas, S=Sao Paulo, C=BR";
    /** The form in which rfc4514_string of Python's cryptography prints it. */
    private static final String PYTHON = "1.2.840.113549.1.9.1=ana@eejs.example,CN=Ana,OU=R \\+ D+UID=ana,2.5.4.42=Ana,"
            + "2.5.4.4=Silva,2.5.4.5=0042,2.5.4.97=VATBR-12345678,"
            + "O=A\u00e7\u00e3o \\\"EEJS\\\"\\, Filhos\\; \\<Co\\> \\#1 x\\=y/z,L=Campinas,ST=Sao Paulo,C=BR";
    private static final List<String> OPENSSL = List.of("compat", "RFC2253", "RFC2253,sname", "RFC2253,lname",
            "RFC2253,oid", "RFC2253,-esc_msb,utf8", "RFC2253,dump_all", "RFC2253,dump_nostr,dump_der,space_eq",
            "oneline,dn_rev", "oneline,-esc_msb,dn_rev", "sep_comma_plus,dn_rev,esc_2253,utf8,sname",
            "sep_comma_plus_space,dn_rev,esc_2253,esc_msb,utf8,lname", "sep_semi_plus_space,dn_rev,esc_2253,utf8");

    @TempDir
    private Path folder;

    private static X500Name name(String organization) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.C, "BR").addRDN(BCStyle.ST, "Sao Paulo")
                .addRDN(BCStyle.L, "Campinas").addRDN(BCStyle.O, organization)
                .addRDN(BCStyle.ORGANIZATION_IDENTIFIER, "VATBR-12345678").addRDN(BCStyle.SERIALNUMBER, "0042")
                .addRDN(BCStyle.SURNAME, "Silva").addRDN(BCStyle.GIVENNAME, "Ana")
                .addMultiValuedRDN(new ASN1ObjectIdentifier[] {BCStyle.OU, BCStyle.UID}, new String[] {"R + D", "ana"})
                .addRDN(BCStyle.CN, "Ana").addRDN(BCStyle.E, "ana@eejs.example").build();
    }

    private static X500Principal principal(X500Name name) throws Exception {
        return new X500Principal(name.getEncoded());
    }

    private List<String> ofOpenssl(X500Principal principal, List<String> forms) throws Exception {
        Path file = folder.resolve("name.pem");
        Identity.writeCertificates(file, CertificateBuilder.of("CN=any").key("EC", 256).selfSigned(principal).chain());
        List<String> printed = new ArrayList<>();
        for (String form : forms) {
            Process process = new ProcessBuilder("openssl", "x509", "-in", file.toString(), "-noout", "-issuer",
                    "-nameopt", form).redirectErrorStream(true).start();
            printed.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
                    .replaceFirst("^issuer=", ""));
            assertEquals(0, process.waitFor(), printed.toString());
        }
        return printed;
    }

    private static List<String> ofJava(X500Principal principal) {
        return List.of(principal.toString(), principal.getName(), principal.getName(X500Principal.RFC1779));
    }

    @Test
    void theSpellingOfEachProgramIsTheSameName() throws Exception {
        X500Principal principal = principal(name(ORGANIZATION));
        DistinguishedName expected = DistinguishedName.of(principal);
        List<String> texts = new ArrayList<>(ofJava(principal));
        texts.addAll(ofOpenssl(principal, OPENSSL));
        texts.add(X500Name.getInstance(RFC4519Style.INSTANCE, name(ORGANIZATION)).toString());
        texts.add(DOT_NET);
        texts.add(DOT_NET.replace(", ", "; ").replace("=\"", " = \"").replace("EEJS\"\"; ", "EEJS\"\", "));
        texts.add(PYTHON);
        texts.add(PYTHON.replace("1.2.840.113549.1.9.1=", "E=").replace("2.5.4.42", "GN").replace("2.5.4.4", "sn"));
        texts.add(PYTHON.toLowerCase(Locale.ROOT));
        texts.add(PYTHON.replace("2.5.4.97", "organizationIdentifier").replace("2.5.4.5", "SERIALNUMBER"));
        texts.add(DOT_NET.replace("S=Sao", "ST=Sao").replace("G=", "givenname="));
        texts.add(PYTHON.replace("2.5.4.97", "oid.2.5.4.97").replace("ST=", "S="));
        assertTrue(Set.copyOf(texts).size() >= 22, () -> new HashSet<>(texts).size() + " spellings");
        for (String text : texts) {
            assertEquals(expected, DistinguishedName.parse(text), text);
        }
    }

    @Test
    void aBackslashIsRead() throws Exception {
        X500Principal principal = principal(name("a\\b \\\\ c\\"));
        for (String text : ofJava(principal)) {
            assertEquals(DistinguishedName.of(principal), DistinguishedName.parse(text), text);
        }
        for (String text : ofOpenssl(principal, List.of("RFC2253", "oneline,dn_rev"))) {
            assertEquals(DistinguishedName.of(principal), DistinguishedName.parse(text), text);
        }
    }

    /** No two of these are the same name. */
    @Test
    void differentNamesAreNeverEqual() {
        List<String> texts = List.of("CN=a,O=b", "O=b,CN=a", "/CN=a/O=c", "CN=a", "CN=a,CN=a", "CN=a+CN=a", "CN=a+O=b",
                "CN=a,O=b,C=BR", "CN=\u00e1,O=b", "CN=a\u0301,O=b", "CN=\uff41,O=b", "CN=a\\,O=b", "CN=a\\,O\\=b",
                "CN=\"a,O=b\",C=BR", "SN=a,O=b", "SERIALNUMBER=a,O=b", "CN=a\\00,O=b", "CN=a\u00a0,O=b",
                "CN=\u0430,O=b", "CN=#0401 61,O=b".replace(" ", ""), "CN=a\u200b,O=b", "UID=a,O=b", "GN=a,O=b");
        Set<DistinguishedName> names = new HashSet<>();
        for (String text : texts) {
            if (!names.add(DistinguishedName.parse(text))) {
                assertTrue(text.equals("CN=a\\,O\\=b"), text);
            }
        }
        assertEquals(DistinguishedName.parse("/O=b/CN=a"), DistinguishedName.parse("cn = A , o=  B "));
    }

    /** A value with slashes and plus signs, as OpenSSL prints it, is not read as parts. */
    @Test
    void aValueDoesNotBecomeAPart() throws Exception {
        X500Principal forged = new X500Principal("CN=ana/O=bank\\+OU=x,C=BR");
        DistinguishedName read = DistinguishedName.parse(ofOpenssl(forged, List.of("compat")).get(0));
        assertEquals(DistinguishedName.of(forged), read);
        assertNotEquals(DistinguishedName.parse("/C=BR/CN=ana/O=bank"), read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CN", "CN=a,", "CN=a,,O=b", "=a", "FOO=a", "1=a", "CN=\"a", "CN=\"a\"b",
        "CN=a\"b", "CN=a\\", "CN=a\\g", "CN=a\\C3", "CN=#", "CN=#0", "CN=#zz", "CN=#0c0361", "CN=#0c0161 62", "CN=a+",
        "/", "/a", "/FOO=a", "/CN=\\xC3", "CN=\ud800", "uniqueIdentifier=a"})
    void whatIsNoNameIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> DistinguishedName.parse(text));
    }
}

package org.eejs.bench.xml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.security.auth.x500.X500Principal;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.apache.xml.security.keys.content.X509Data;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.signature.XMLSignatureInput;
import org.apache.xml.security.signature.XMLSignatureNodeInput;
import org.apache.xml.security.transforms.Transforms;
import org.apache.xml.security.utils.resolver.ResourceResolverContext;
import org.apache.xml.security.utils.resolver.ResourceResolverSpi;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.pix.PixSigner;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixMessages;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Payment messages signed a second, octets in and octets out, by EEJS and by Apache Santuario over a tree, with the
 * same RSA-2048 key and the same provider. Each call signs another message of a prepared ring, so that none is in the
 * processor's nearest cache.
 *
 * <p>Santuario is used as its experts would: each thread reuses its parser and its serializer, and it writes no line
 * breaks. Before the measurement, both must have signed the same. The digests, hence the signed content, hence the RSA
 * signature must be equal.
 */
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
public class PixSigning extends RateBenchmark {
    private static final String EEJS = "eejs";
    private static final String SANTUARIO = "santuario-dom";

    /** EEJS's signer compared with Santuario, by provider of RSA: the slower RSA is, the less the rest matters. */
    public static final Group GROUP = Group.named("signer", PixSigning.class)
            .title("Signed payment messages")
            .about("One pacs.008 message signed, octets in and octets out, by one thread with an RSA-2048 key. An "
                    + "algorithm is the provider of the RSA signature.")
            .operations("sign")
            .algorithms(List.of("ACCP", "JDK"), List.of("ACCP", "JDK"))
            .sizes(List.of(3500), List.of(3500))
            .seconds(8, 5)
            .threads((provider, implementation) -> List.of(1))
            .calls(cell -> new Call(PixSigning.class, cell.operation(), Map.of("implementation", cell.provider(),
                    "provider", cell.algorithm(), "bytes", String.valueOf(cell.bytes()))))
            .compare(Comparison.of(EEJS, SANTUARIO).atLeast(Map.of("ACCP", 1.5)))
            .performedBy(EEJS, SANTUARIO);

    /** More than the second-level cache holds. */
    private static final int RING = 1024;
    private static final int COMPARED = 16;

    private byte[][] messages;
    private int next;
    private Implementation implementation;

    /** Signs a message. */
    private interface Implementation {
        byte[] sign(byte[] message) throws Exception;
    }

    /** The shared state of a JVM's threads: key, certificate, provider, and the one signer. */
    @State(Scope.Benchmark)
    public static class Setting {
        /** The implementation of XML: {@code eejs} or {@code santuario-dom}. */
        @Param({EEJS, SANTUARIO})
        String implementation;

        /** The provider of the RSA signature: {@code JDK} for SunRsaSign, or {@code ACCP}. */
        @Param({"JDK", "ACCP"})
        String provider;

        /** The type of the messages. */
        @Param("PACS_008")
        String type;

        /** The bytes of a message before it is signed. */
        @Param("3500")
        int bytes;

        private PrivateKey key;
        private X509Certificate certificate;
        private Provider signing;
        private PixSigner signer;

        /** Makes a key, in the provider's preferred form, and a certificate. */
        @Setup
        public void prepare() throws GeneralSecurityException {
            // Santuario reads the property once; line breaks would change the signed content.
            System.setProperty("org.apache.xml.security.ignoreLineBreaks", "true");
            Init.init();
            signing = CryptoProvider.open(provider.equals("JDK") ? "SunRsaSign" : provider);
            Identity identity = CertificateBuilder.of("CN=participant").key("RSA", 2048)
                    .serial(Instant.now().getEpochSecond())
                    .selfSigned(new X500Principal("CN=EEJS bench CA,O=EEJS,C=BR"));
            key = (PrivateKey) KeyFactory.getInstance("RSA", signing).translateKey(identity.keys().getPrivate());
            certificate = identity.certificate();
            signer = new PixSigner(key, certificate, signing);
        }
    }

    /** Generates the messages, and checks that both implementations sign the same. */
    @Setup
    public void prepare(Setting setting) throws Exception {
        PixMessages drawn = new PixMessages(MessageType.valueOf(setting.type), setting.bytes);
        Random random = new Random(1);
        messages = new byte[RING][];
        Arrays.setAll(messages, i -> drawn.draw(random));
        SantuarioDom santuario = new SantuarioDom(setting);
        Implementation eejs = setting.signer::sign;
        for (int i = 0; i < COMPARED; i++) {
            santuario.compare(eejs.sign(messages[i]), santuario.sign(messages[i]));
        }
        implementation = setting.implementation.equals(EEJS) ? eejs : santuario;
    }

    /** Signs the next message of the ring. */
    @Benchmark
    public byte[] sign() throws Exception {
        next = next + 1 & RING - 1;
        return implementation.sign(messages[next]);
    }

    /** Santuario over a tree; for one thread. */
    private static final class SantuarioDom implements Implementation {
        private static final String KEY_INFO_ID = "key-info";
        private static final String EXCLUSIVE = Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS;
        private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

        private final Setting setting;
        private final DocumentBuilder parser;
        private final Transformer serializer;

        SantuarioDom(Setting setting) throws Exception {
            this.setting = setting;
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            parser = factory.newDocumentBuilder();
            serializer = TransformerFactory.newDefaultInstance().newTransformer();
        }

        @Override
        public byte[] sign(byte[] message) throws Exception {
            Document document = parser.parse(new ByteArrayInputStream(message));
            Element header = child(document.getDocumentElement(), "AppHdr");
            XMLSignature signature = new XMLSignature(document, null, XMLSignature.ALGO_ID_SIGNATURE_RSA_SHA256,
                    EXCLUSIVE, setting.signing);
            child(header, "Sgntr").appendChild(signature.getElement());
            X509Data data = new X509Data(document);
            data.addIssuerSerial(setting.certificate.getIssuerX500Principal().getName(),
                    setting.certificate.getSerialNumber());
            signature.getKeyInfo().setId(KEY_INFO_ID);
            signature.getKeyInfo().add(data);
            signature.addResourceResolver(new Parts(header, child(document.getDocumentElement(), "Document"),
                    signature.getKeyInfo().getElement()));
            signature.addDocument("#" + KEY_INFO_ID, transforms(document, EXCLUSIVE), SHA256);
            signature.addDocument("", transforms(document, Transforms.TRANSFORM_ENVELOPED_SIGNATURE, EXCLUSIVE),
                    SHA256);
            signature.addDocument(null, transforms(document, EXCLUSIVE), SHA256);
            signature.sign(setting.key);
            ByteArrayOutputStream out = new ByteArrayOutputStream(2 * message.length);
            serializer.transform(new DOMSource(document), new StreamResult(out));
            return out.toByteArray();
        }

        private static Transforms transforms(Document document, String... algorithms) throws XMLSecurityException {
            Transforms transforms = new Transforms(document);
            for (String algorithm : algorithms) {
                transforms.addTransform(algorithm);
            }
            return transforms;
        }

        /** Ends the measurement if the two have not signed the same. */
        void compare(byte[] ours, byte[] theirs) throws Exception {
            for (String part : List.of("SignedInfo", "SignatureValue", "KeyInfo")) {
                if (!Arrays.equals(canonical(ours, part), canonical(theirs, part))) {
                    throw new IllegalStateException(part + " of EEJS differs from that of Santuario: "
                            + new String(ours, StandardCharsets.UTF_8));
                }
            }
        }

        private byte[] canonical(byte[] signed, String part) throws Exception {
            Element header = child(parser.parse(new ByteArrayInputStream(signed)).getDocumentElement(), "AppHdr");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Canonicalizer.getInstance(EXCLUSIVE).canonicalizeSubtree(
                    child(child(child(header, "Sgntr"), "Signature"), part), out);
            return out.toByteArray();
        }

        private static Element child(Element parent, String name) {
            for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
                if (each instanceof Element element && element.getLocalName().equals(name)) {
                    return element;
                }
            }
            throw new IllegalStateException("no " + name + " in " + parent.getNodeName());
        }
    }

    /** Resolves the three references. */
    private static final class Parts extends ResourceResolverSpi {
        private final Element header;
        private final Element document;
        private final Element keyInfo;

        Parts(Element header, Element document, Element keyInfo) {
            this.header = header;
            this.document = document;
            this.keyInfo = keyInfo;
        }

        @Override
        public boolean engineCanResolveURI(ResourceResolverContext context) {
            return true;
        }

        @Override
        public XMLSignatureInput engineResolveURI(ResourceResolverContext context) {
            XMLSignatureInput input = new XMLSignatureNodeInput(context.attr == null ? document
                    : context.attr.getValue().isEmpty() ? header : keyInfo);
            input.setExcludeComments(true);
            return input;
        }
    }
}

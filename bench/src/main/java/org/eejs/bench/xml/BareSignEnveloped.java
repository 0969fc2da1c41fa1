package org.eejs.bench.xml;

import java.io.ByteArrayInputStream;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Security;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignatureMethod;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.XmlDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Enveloped signatures a second with an RSA key of 2048 bits, made by JSR 105 as in any application: what the
 * transaction {@code sign-enveloped} of the JDK's library is held to. The tree is parsed before; the signature is taken
 * out again.
 */
public class BareSignEnveloped extends RateBenchmark {
    /** About how long the document is. */
    @Param("10000")
    int bytes;

    private Element root;
    private KeyPair keys;
    private XMLSignatureFactory factory;
    private KeyInfoFactory keyInfos;

    /** Draws and parses the document, makes a key, and makes sure that what is signed verifies. */
    @Setup
    public void prepare() throws Exception {
        DocumentBuilderFactory parsers = DocumentBuilderFactory.newDefaultNSInstance();
        parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document tree = parsers.newDocumentBuilder().parse(new ByteArrayInputStream(
                XmlDocument.draw(DocumentKind.INVOICE, bytes, XmlEngine.SEED).bytes()));
        root = tree.getDocumentElement();
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        factory = XMLSignatureFactory.getInstance("DOM", Security.getProvider("XMLDSig"));
        keyInfos = factory.getKeyInfoFactory();
        insert();
        DOMValidateContext context = new DOMValidateContext(KeySelector.singletonKeySelector(keys.getPublic()),
                root.getLastChild());
        if (!factory.unmarshalXMLSignature(context).validate(context)) {
            throw new IllegalStateException("the signature that was made is not valid");
        }
        root.removeChild(root.getLastChild());
    }

    /** Signs the document. */
    @Benchmark
    public byte[] sign() throws Exception {
        byte[] value = insert();
        root.removeChild(root.getLastChild());
        return value;
    }

    private byte[] insert() throws Exception {
        Reference reference = factory.newReference("", factory.newDigestMethod(DigestMethod.SHA256, null),
                List.of(factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null),
                        factory.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null)),
                null, null);
        SignedInfo signedInfo = factory.newSignedInfo(
                factory.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
                factory.newSignatureMethod(SignatureMethod.RSA_SHA256, null), List.of(reference));
        KeyInfo keyInfo = keyInfos.newKeyInfo(List.of(keyInfos.newKeyValue(keys.getPublic())));
        XMLSignature signature = factory.newXMLSignature(signedInfo, keyInfo);
        DOMSignContext context = new DOMSignContext(keys.getPrivate(), root);
        context.setDefaultNamespacePrefix("ds");
        signature.sign(context);
        return signature.getSignatureValue().getValue();
    }
}

package org.eejs.pix;

import java.math.BigInteger;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import javax.xml.crypto.Data;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.NodeSetData;
import javax.xml.crypto.URIDereferencer;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** The same signature by the JDK's own implementation of JSR 105. */
final class Jsr105 {
    private static final XMLSignatureFactory FACTORY = XMLSignatureFactory.getInstance("DOM");

    private Jsr105() {}

    private static URIDereferencer parts(Document message) {
        return (reference, context) -> {
            if (reference.getURI() != null && !reference.getURI().isEmpty()) {
                return FACTORY.getURIDereferencer().dereference(reference, context);
            }
            List<Node> nodes = new ArrayList<>();
            collect(reference.getURI() == null ? Dom.document(message) : Dom.header(message), nodes);
            return (Data) (NodeSetData<Node>) nodes::iterator;
        };
    }

    private static void collect(Node node, List<Node> into) {
        if (node.getNodeType() == Node.COMMENT_NODE) {
            return;
        }
        into.add(node);
        NamedNodeMap attributes = node.getAttributes();
        for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
            into.add(attributes.item(i));
        }
        for (Node each = node.getFirstChild(); each != null; each = each.getNextSibling()) {
            collect(each, into);
        }
    }

    static byte[] sign(byte[] message, TestSigner signer) throws Exception {
        return sign(message, signer, signer.certificate().getIssuerX500Principal().getName());
    }

    /** Signs, with the issuer's name in another spelling. */
    static byte[] sign(byte[] message, TestSigner signer, String issuer) throws Exception {
        Document document = Dom.parse(message);
        boolean rsa = signer.key().getAlgorithm().equals("RSA");
        SignedInfo signedInfo = FACTORY.newSignedInfo(
                FACTORY.newCanonicalizationMethod(Dsig.EXCLUSIVE_C14N, (C14NMethodParameterSpec) null),
                FACTORY.newSignatureMethod(rsa ? Dsig.RSA_SHA256 : Dsig.ECDSA_SHA256, null),
                List.of(reference("#kid", Dsig.EXCLUSIVE_C14N), reference("", Dsig.ENVELOPED, Dsig.EXCLUSIVE_C14N),
                        reference(null, Dsig.EXCLUSIVE_C14N)));
        KeyInfoFactory keys = FACTORY.getKeyInfoFactory();
        KeyInfo keyInfo = keys.newKeyInfo(List.of(new DOMStructure(issuerSerial(document, issuer,
                signer.certificate().getSerialNumber()))), "kid");
        DOMSignContext context = new DOMSignContext(signer.key(), Dom.place(document));
        context.setDefaultNamespacePrefix("sig");
        context.setURIDereferencer(parts(document));
        FACTORY.newXMLSignature(signedInfo, keyInfo).sign(context);
        return Dom.serialize(document);
    }

    /** Makes X509Data by hand, because the JDK takes only its own spelling of a name. */
    private static Element issuerSerial(Document document, String issuer, BigInteger number) {
        Element name = document.createElementNS(Dsig.NAMESPACE, "sig:X509IssuerName");
        name.setTextContent(issuer);
        Element serial = document.createElementNS(Dsig.NAMESPACE, "sig:X509SerialNumber");
        serial.setTextContent(number.toString());
        Element both = document.createElementNS(Dsig.NAMESPACE, "sig:X509IssuerSerial");
        both.appendChild(name);
        both.appendChild(serial);
        Element data = document.createElementNS(Dsig.NAMESPACE, "sig:X509Data");
        data.appendChild(both);
        return data;
    }

    private static Reference reference(String uri, String... algorithms) throws Exception {
        List<Transform> transforms = new ArrayList<>();
        for (String algorithm : algorithms) {
            transforms.add(FACTORY.newTransform(algorithm, (TransformParameterSpec) null));
        }
        return FACTORY.newReference(uri, FACTORY.newDigestMethod(DigestMethod.SHA256, null), transforms, null, null);
    }

    /** Returns its verdict, with secure validation. */
    static boolean verify(byte[] signed, PublicKey key) throws Exception {
        Document message = Dom.parse(signed);
        DOMValidateContext context = new DOMValidateContext(KeySelector.singletonKeySelector(key),
                Dom.signature(message));
        context.setProperty("org.jcp.xml.dsig.secureValidation", true);
        context.setURIDereferencer(parts(message));
        return FACTORY.unmarshalXMLSignature(context).validate(context);
    }
}

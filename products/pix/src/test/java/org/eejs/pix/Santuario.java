package org.eejs.pix;

import java.io.ByteArrayOutputStream;
import java.security.cert.X509Certificate;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.keys.content.X509Data;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.signature.XMLSignatureInput;
import org.apache.xml.security.signature.XMLSignatureNodeInput;
import org.apache.xml.security.transforms.Transforms;
import org.apache.xml.security.utils.resolver.ResourceResolverContext;
import org.apache.xml.security.utils.resolver.ResourceResolverSpi;
import org.eejs.pix.signature.Dsig;
import org.eejs.pix.signature.SignedInfoText;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The same signature by Apache Santuario, over a tree. */
public final class Santuario {
    static {
        // Otherwise it would break lines between the elements that it writes, and sign them; the pom switches that off.
        Init.init();
    }

    private Santuario() {}

    /** A resolver of the three references. */
    private static final class Parts extends ResourceResolverSpi {
        private final Document message;

        Parts(Document message) {
            this.message = message;
        }

        @Override
        public boolean engineCanResolveURI(ResourceResolverContext context) {
            return true;
        }

        @Override
        public XMLSignatureInput engineResolveURI(ResourceResolverContext context) {
            Node part = context.attr == null ? Dom.document(message)
                    : context.attr.getValue().isEmpty() ? Dom.header(message)
                    : Dom.child(Dom.signature(message), "KeyInfo");
            XMLSignatureInput input = new XMLSignatureNodeInput(part);
            input.setExcludeComments(true);
            return input;
        }
    }

    /** Signs a message into its tree, and returns the signature. */
    static XMLSignature sign(Document message, TestSigner signer) throws Exception {
        boolean rsa = signer.key().getAlgorithm().equals("RSA");
        XMLSignature signature = new XMLSignature(message, null, rsa ? Dsig.RSA_SHA256 : Dsig.ECDSA_SHA256,
                Dsig.EXCLUSIVE_C14N);
        Dom.place(message).appendChild(signature.getElement());
        signature.addResourceResolver(new Parts(message));
        X509Data data = new X509Data(message);
        data.addIssuerSerial(signer.certificate().getIssuerX500Principal().getName(),
                signer.certificate().getSerialNumber());
        signature.getKeyInfo().setId(SignedInfoText.KEY_INFO_ID);
        signature.getKeyInfo().add(data);
        signature.addDocument("#" + SignedInfoText.KEY_INFO_ID, transforms(message, Dsig.EXCLUSIVE_C14N), Dsig.SHA256);
        signature.addDocument("", transforms(message, Dsig.ENVELOPED, Dsig.EXCLUSIVE_C14N), Dsig.SHA256);
        signature.addDocument(null, transforms(message, Dsig.EXCLUSIVE_C14N), Dsig.SHA256);
        signature.sign(signer.key());
        return signature;
    }

    private static Transforms transforms(Document message, String... algorithms) throws Exception {
        Transforms transforms = new Transforms(message);
        for (String algorithm : algorithms) {
            transforms.addTransform(algorithm);
        }
        return transforms;
    }

    /** Returns the signed part, in canonical form. */
    static byte[] signedInfo(XMLSignature signature) throws Exception {
        return signature.getSignedInfo().getCanonicalizedOctetStream();
    }

    static boolean verify(byte[] signed, X509Certificate certificate) throws Exception {
        Document message = Dom.parse(signed);
        XMLSignature signature = new XMLSignature(Dom.signature(message), "", true);
        signature.addResourceResolver(new Parts(message));
        return signature.checkSignatureValue(certificate.getPublicKey());
    }

    public static byte[] canonical(Element element) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Canonicalizer.getInstance(Dsig.EXCLUSIVE_C14N).canonicalizeSubtree(element, out);
        return out.toByteArray();
    }
}

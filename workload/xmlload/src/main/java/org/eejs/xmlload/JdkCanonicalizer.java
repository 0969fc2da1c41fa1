package org.eejs.xmlload;

import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.Data;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.URIReferenceException;
import javax.xml.crypto.dom.DOMURIReference;
import javax.xml.crypto.dsig.TransformService;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The JDK's canonicalizer, over the JDK's tree, as its signatures use it (JSR 105). It resolves a reference to the
 * whole document, and transforms the result. Given octets instead of a tree, it would use another parser, without our
 * limits.
 */
final class JdkCanonicalizer implements DocumentCanonicalizer {
    /** Required by the API; nothing is signed. */
    private static final Key NO_KEY = new SecretKeySpec(new byte[1], "none");

    private final DomParser parser = new DomParser();
    private final XMLSignatureFactory signatures = XMLSignatureFactory.getInstance("DOM");
    private final TransformService transform;

    JdkCanonicalizer(String algorithm) throws ParserConfigurationException, GeneralSecurityException {
        transform = TransformService.getInstance(algorithm, "DOM");
        transform.init((TransformParameterSpec) null);
    }

    /** A reference to the document that the attribute belongs to. */
    private record WholeDocument(Attr getHere) implements DOMURIReference {
        @Override
        public String getURI() {
            return getHere.getValue();
        }

        @Override
        public String getType() {
            return null;
        }
    }

    @Override
    public byte[] canonical(byte[] document) throws Exception {
        Document tree = parser.parse(document);
        DOMValidateContext context = new DOMValidateContext(KeySelector.singletonKeySelector(NO_KEY), tree);
        Data whole = dereference(tree, context);
        OctetStreamData canonical = (OctetStreamData) transform.transform(whole, context);
        return canonical.getOctetStream().readAllBytes();
    }

    private Data dereference(Document tree, DOMValidateContext context) throws URIReferenceException {
        // The same element as in a signature, but not within the tree.
        Element reference = tree.createElementNS(null, "Reference");
        Attr uri = tree.createAttributeNS(null, "URI");
        reference.setAttributeNodeNS(uri);
        return signatures.getURIDereferencer().dereference(new WholeDocument(uri), context);
    }
}

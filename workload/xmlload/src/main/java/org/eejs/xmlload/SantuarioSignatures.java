package org.eejs.xmlload;

import java.security.Provider;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.xml.security.Init;
import org.apache.xml.security.signature.ObjectContainer;
import org.apache.xml.security.signature.Reference;
import org.apache.xml.security.signature.SignedInfo;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.signature.XMLSignatureByteInput;
import org.apache.xml.security.signature.XMLSignatureInput;
import org.apache.xml.security.transforms.Transforms;
import org.apache.xml.security.utils.resolver.ResourceResolverContext;
import org.apache.xml.security.utils.resolver.ResourceResolverException;
import org.apache.xml.security.utils.resolver.ResourceResolverSpi;
import org.apache.xml.security.utils.resolver.implementations.ResolverFragment;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * XML signatures by Apache Santuario's own API. Its JSR 105 API is not used: the JDK's code is derived from that, and
 * still similar. Secure validation is on.
 */
final class SantuarioSignatures implements SignatureLibrary {
    /** A strong reference: the JDK's logging forgets loggers without one. */
    private static final Logger LOG = Logger.getLogger("org.apache.xml.security");

    static {
        // It warns of each invalid signature, which an exception reports here.
        LOG.setLevel(Level.SEVERE);
    }

    private final SignatureSetup setup;
    private final SignatureKey key;

    SantuarioSignatures(SignatureSetup setup) {
        Init.init();
        this.setup = setup;
        key = setup.key();
    }

    /** Resolves only the parts of the form. It claims every URI, so that no other resolver is used. */
    private static final class Resolver extends ResourceResolverSpi {
        private final SignatureForm form;
        private final byte[] bytes;

        Resolver(SignatureForm form, byte[] bytes) {
            this.form = form;
            this.bytes = bytes;
        }

        @Override
        public boolean engineCanResolveURI(ResourceResolverContext context) {
            return true;
        }

        @Override
        public XMLSignatureInput engineResolveURI(ResourceResolverContext context) throws ResourceResolverException {
            if (!form.uri().equals(context.uriToResolve)) {
                throw new ResourceResolverException("nothing outside of the document is read", context.uriToResolve,
                        context.baseUri);
            }
            return form == SignatureForm.DETACHED ? new XMLSignatureByteInput(bytes)
                    : new ResolverFragment().engineResolveURI(context);
        }
    }

    @Override
    public byte[] sign(SignatureForm form, Node parent, Element root, byte[] bytes) throws Exception {
        Document document = parent instanceof Document itself ? itself : parent.getOwnerDocument();
        Provider provider = setup.provider();
        XMLSignature signature = provider == null
                ? new XMLSignature(document, "", key.signatureUri(), form.canonicalization())
                : new XMLSignature(document, "", key.signatureUri(), form.canonicalization(), provider);
        parent.appendChild(signature.getElement());
        signature.addResourceResolver(new Resolver(form, bytes));
        if (form == SignatureForm.ENVELOPING) {
            ObjectContainer object = new ObjectContainer(document);
            object.setId(SignatureForm.OBJECT);
            object.appendChild(document.importNode(root, true));
            signature.appendObject(object);
        }
        Transforms transforms = null;
        for (String transform : form.transforms()) {
            transforms = transforms == null ? new Transforms(document) : transforms;
            transforms.addTransform(transform);
        }
        signature.addDocument(form.uri(), transforms, Dsig.SHA256);
        signature.addKeyInfo(setup.keys().getPublic());
        signature.sign(setup.keys().getPrivate());
        return signature.getSignatureValue();
    }

    @Override
    public byte[] validate(SignatureForm form, Element element, byte[] bytes) throws Exception {
        PublicKey known = setup.keys().getPublic();
        Provider provider = setup.provider();
        XMLSignature signature = provider == null ? new XMLSignature(element, "", true)
                : new XMLSignature(element, "", true, provider);
        signature.addResourceResolver(new Resolver(form, bytes));
        if (!signature.checkSignatureValue(known)) {
            throw new OutcomeException("the signature is not valid");
        }
        found(signature).expect(form, key);
        return signature.getSignatureValue();
    }

    private static Found found(XMLSignature signature) throws Exception {
        SignedInfo signedInfo = signature.getSignedInfo();
        List<String> uris = new ArrayList<>();
        List<String> transforms = new ArrayList<>();
        String digest = null;
        for (int i = 0; i < signedInfo.getLength(); i++) {
            Reference reference = signedInfo.item(i);
            uris.add(reference.getURI());
            digest = reference.getMessageDigestAlgorithm().getAlgorithmURI();
            Transforms each = reference.getTransforms();
            for (int n = 0; each != null && n < each.getLength(); n++) {
                transforms.add(each.item(n).getURI());
            }
        }
        List<String> objects = new ArrayList<>();
        for (int i = 0; i < signature.getObjectLength(); i++) {
            objects.add(signature.getObjectItem(i).getId());
        }
        return new Found(signedInfo.getCanonicalizationMethodURI(), signedInfo.getSignatureMethodURI(), uris,
                transforms, digest, objects);
    }
}

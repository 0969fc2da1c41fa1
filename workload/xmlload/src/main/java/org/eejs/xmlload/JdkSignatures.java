package org.eejs.xmlload;

import java.io.ByteArrayInputStream;
import java.security.PublicKey;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import javax.xml.crypto.Data;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.OctetStreamData;
import javax.xml.crypto.URIDereferencer;
import javax.xml.crypto.URIReferenceException;
import javax.xml.crypto.XMLCryptoContext;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLObject;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import org.eejs.pix.signature.Dsig;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * XML signatures by JSR 105, as the JDK's provider XMLDSig implements it. Secure validation is on, with the JDK's own
 * policy.
 */
final class JdkSignatures implements SignatureLibrary {
    private static final String SECURE = "org.jcp.xml.dsig.secureValidation";
    /**
     * The property that names the provider of its Signature objects; JDK 17 and newer know it, for both directions. The
     * provider is passed as an object and not installed, so that no other provider replaces it and digests stay the
     * JDK's.
     */
    private static final String PROVIDER = "org.jcp.xml.dsig.internal.dom.SignatureProvider";
    private static final String PREFIX = "ds";

    private final SignatureSetup setup;
    private final SignatureKey key;
    private final XMLSignatureFactory factory;
    private final KeyInfoFactory keyInfos;

    JdkSignatures(SignatureSetup setup) {
        this.setup = setup;
        key = setup.key();
        // The provider is named, since others may be installed ahead of it.
        factory = XMLSignatureFactory.getInstance("DOM", Security.getProvider("XMLDSig"));
        keyInfos = factory.getKeyInfoFactory();
    }

    @Override
    public byte[] sign(SignatureForm form, Node parent, Element root, byte[] bytes) throws Exception {
        List<Transform> transforms = new ArrayList<>();
        for (String transform : form.transforms()) {
            transforms.add(factory.newTransform(transform, (TransformParameterSpec) null));
        }
        Reference reference = factory.newReference(form.uri(), factory.newDigestMethod(Dsig.SHA256, null), transforms,
                null, null);
        SignedInfo signedInfo = factory.newSignedInfo(
                factory.newCanonicalizationMethod(form.canonicalization(), (C14NMethodParameterSpec) null),
                factory.newSignatureMethod(key.signatureUri(), null), List.of(reference));
        KeyInfo keyInfo = keyInfos.newKeyInfo(List.of(keyInfos.newKeyValue(setup.keys().getPublic())));
        List<XMLObject> objects = form == SignatureForm.ENVELOPING
                ? List.of(factory.newXMLObject(List.of(new DOMStructure(root)), SignatureForm.OBJECT, null, null))
                : List.of();
        XMLSignature signature = factory.newXMLSignature(signedInfo, keyInfo, objects, null, null);
        DOMSignContext context = new DOMSignContext(setup.keys().getPrivate(), parent);
        context.setDefaultNamespacePrefix(PREFIX);
        prepare(context, form, bytes);
        signature.sign(context);
        return signature.getSignatureValue().getValue();
    }

    private void prepare(XMLCryptoContext context, SignatureForm form, byte[] bytes) {
        context.setURIDereferencer(dereferencer(form, bytes));
        if (setup.provider() != null) {
            context.setProperty(PROVIDER, setup.provider());
        }
    }

    /** Returns a dereferencer that reads only the parts of the form. */
    private URIDereferencer dereferencer(SignatureForm form, byte[] bytes) {
        return (reference, context) -> {
            if (!form.uri().equals(reference.getURI())) {
                throw new URIReferenceException("nothing outside of the document is read: " + reference.getURI());
            }
            return form == SignatureForm.DETACHED ? (Data) new OctetStreamData(new ByteArrayInputStream(bytes))
                    : factory.getURIDereferencer().dereference(reference, context);
        };
    }

    @Override
    public byte[] validate(SignatureForm form, Element element, byte[] bytes) throws Exception {
        PublicKey known = setup.keys().getPublic();
        DOMValidateContext context = new DOMValidateContext(KeySelector.singletonKeySelector(known), element);
        context.setProperty(SECURE, true);
        prepare(context, form, bytes);
        XMLSignature signature = factory.unmarshalXMLSignature(context);
        if (!signature.validate(context)) {
            throw new OutcomeException("the signature is not valid");
        }
        found(signature).expect(form, key);
        return signature.getSignatureValue().getValue();
    }

    private static Found found(XMLSignature signature) {
        SignedInfo signedInfo = signature.getSignedInfo();
        List<Reference> references = signedInfo.getReferences();
        return new Found(signedInfo.getCanonicalizationMethod().getAlgorithm(),
                signedInfo.getSignatureMethod().getAlgorithm(),
                references.stream().map(Reference::getURI).toList(),
                references.stream().flatMap(each -> each.getTransforms().stream()).map(Transform::getAlgorithm)
                        .toList(),
                references.stream().map(each -> each.getDigestMethod().getAlgorithm()).reduce((one, other) -> other)
                        .orElse(null),
                signature.getObjects().stream().map(XMLObject::getId).toList());
    }
}

package org.eejs.xml;

/** The names of XML Signature that messages are signed with; the only ones that are accepted. */
final class Dsig {
    static final String NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";
    static final String EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
    static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
    static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
    static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    static final String ECDSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
    static final String SIGNATURE = "Signature";

    private Dsig() {}
}

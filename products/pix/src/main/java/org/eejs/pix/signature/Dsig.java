package org.eejs.pix.signature;

/** The names of XML Signature. Messages are signed with exclusive canonical form; no other form is accepted. */
public final class Dsig {
    public static final String NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";
    public static final String INCLUSIVE_C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
    public static final String EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
    public static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
    public static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
    public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    public static final String ECDSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
    public static final String SIGNATURE = "Signature";

    private Dsig() {}
}

package org.eejs.pix.message;

/** The checks of a message, in this order; a fault names the first that failed. */
public enum PixCheck {
    /** The message is not too long, not too deep, and has not too many attributes or prefixes. */
    SIZE,
    /** XML 1.0 in UTF-8, well-formed. */
    WELL_FORMED,
    /** No document type, hence no own entities. */
    DOCUMENT_TYPE,
    /** {@code Envelope} with {@code AppHdr} and {@code Document} of one namespace, and nothing that is not signed. */
    ENVELOPE,
    /** No comment within a value, and no CDATA section: readers differ in how they read such a value. */
    COMMENT,
    /** One {@code Sgntr} in {@code AppHdr}; empty before it is signed, then with one signature, the only one. */
    SIGNATURE_PLACE,
    /**
     * At most one {@code Fr} and one {@code BizMsgIdr} in {@code AppHdr}, of 35 characters, and nothing splits them.
     */
    HEADER,
    /** The signature consists of exactly the required elements and attributes. */
    SIGNATURE_SHAPE,
    /** Exclusive canonicalization, rsa-sha256 or ecdsa-sha256, sha256. */
    ALGORITHM,
    /** Three references, to the key info, to the header, to the document, with just these transforms. */
    REFERENCES,
    /**
     * The key info names issuer, in 1 KB at most, and serial number, and its {@code Id} appears in the message once.
     */
    KEY_INFO,
    /** The digest of the key info. */
    KEY_INFO_DIGEST,
    /** The digest of {@code AppHdr} without the signature. */
    HEADER_DIGEST,
    /** The digest of {@code Document}. */
    DOCUMENT_DIGEST,
    /** A known signer, whose certificate is valid now and may sign, with a key that is strong enough. */
    SIGNER,
    /** The signature over the three references. */
    SIGNATURE,
    /** The certificate that signed is one of the sender's, if participants are known. */
    PARTICIPANT
}

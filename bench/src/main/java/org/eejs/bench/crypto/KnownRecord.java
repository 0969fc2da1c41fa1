package org.eejs.bench.crypto;

/**
 * A published example of a cipher.
 *
 * @param source the publication
 * @param key the key of the example, which is no secret
 * @param iv initialisation vector or nonce
 * @param aad the additional data; empty for none
 * @param text the plaintext
 * @param sealed the ciphertext, followed by the tag
 */
record KnownRecord(String source, byte[] key, byte[] iv, byte[] aad, byte[] text, byte[] sealed) {
    /** Returns the example for a cipher. */
    static KnownRecord of(CipherKind kind) {
        String name = kind.id() + ".";
        return new KnownRecord(KnownAnswers.text(name + "source"), KnownAnswers.bytes(name + "key"),
                KnownAnswers.bytes(name + "iv"), KnownAnswers.bytes(name + "aad"), KnownAnswers.bytes(name + "text"),
                KnownAnswers.bytes(name + "sealed"));
    }
}

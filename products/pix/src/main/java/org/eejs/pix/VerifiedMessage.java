package org.eejs.pix;

import java.security.cert.X509Certificate;

/**
 * The facts about a message with a valid signature. Sender and id are exactly and unescaped those of the header. Show
 * them only where a reader does not mistake them for something else.
 *
 * @param signer the signer's certificate
 * @param sender {@code Fr/FIId/FinInstnId/Othr/Id} of the header, 35 characters at most; null if the header has none,
 *     or has another element in {@code Fr}
 * @param id {@code BizMsgIdr} of the header, 35 characters at most; null if the header has none
 * @param senderIsSigner whether the signer's certificate was given as one of the sender's. False if the verifier does
 *     not know participants; then any signer can write any sender
 */
public record VerifiedMessage(X509Certificate signer, String sender, String id, boolean senderIsSigner) {}

package org.eejs.pix;

import java.security.cert.X509Certificate;

/**
 * What is known of a message whose signature holds. Sender and id are what the header says, exactly and unescaped: show
 * them only where they cannot be taken for something else.
 *
 * @param signer the certificate of the one who signed it
 * @param sender {@code Fr/FIId/FinInstnId/Othr/Id} of the header, 35 characters at most; null when the header has none,
 *     or has something beside it in {@code Fr}
 * @param id {@code BizMsgIdr} of the header, 35 characters at most; null when the header has none
 * @param senderIsSigner whether the signer's certificate was given as one of the sender's; false where the verifier
 *     does not know participants, and then any signer can write any sender
 */
public record VerifiedMessage(X509Certificate signer, String sender, String id, boolean senderIsSigner) {}

package org.eejs.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * The first message of a host. Its name tells the lab the key that opens the sealed proof.
 *
 * @param sealed a message of {@link SealedMessages.Kind#HELLO}
 */
record Hello(String name, byte[] sealed) {
    /** Returns the message in the form in which it is sent. */
    byte[] bytes() {
        byte[] text = name.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(1 + text.length + sealed.length).put((byte) text.length).put(text).put(sealed)
                .array();
    }

    /**
     * Returns whether a message is a host's hello, without a check of its seal. It copies nothing, since each tick is
     * tested.
     */
    static boolean isOf(String host, byte[] message) {
        byte[] text = host.getBytes(StandardCharsets.US_ASCII);
        return message.length > text.length && message[0] == text.length
                && Arrays.equals(message, 1, 1 + text.length, text, 0, text.length);
    }

    /**
     * Reads a message.
     *
     * @throws GeneralSecurityException when it is no hello
     */
    static Hello of(byte[] message) throws GeneralSecurityException {
        if (message.length == 0 || message[0] < 0 || message.length < 1 + message[0]) {
            throw new GeneralSecurityException("no hello");
        }
        byte[] sealed = new byte[message.length - 1 - message[0]];
        ByteBuffer.wrap(message, 1 + message[0], sealed.length).get(sealed);
        return new Hello(new String(message, 1, message[0], StandardCharsets.US_ASCII), sealed);
    }
}

package org.eejs.cluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;

/**
 * The messages between one host and the lab, sealed by a key that only they have: JGroups lets any host name any other
 * as the sender. Each direction has its own AES key; a message's number is its nonce. Thread-safe.
 */
final class SealedMessages {
    /** The length of the key that an admitted host gets. */
    static final int KEY_BYTES = 32;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Kind[] KINDS = Kind.values();

    /** The kind of a message. */
    enum Kind {
        /** A host's proof of its identity. */
        HELLO,
        /** The lab's proof of its identity, in answer to a hello. */
        WELCOME,
        /** A message of a host. */
        TELL,
        /** A request of the lab. */
        ASK,
        /** A host's answer. It may overtake messages of the host, so it may arrive in any order. */
        ANSWER
    }

    /**
     * An opened message.
     *
     * @param question the number of the request, for {@link Kind#ASK} and {@link Kind#ANSWER}
     */
    record Opened(Kind kind, long question, byte[] content) {}

    private final byte[] host;
    private final SecretKeySpec own;
    private final SecretKeySpec other;
    private final AtomicLong sent = new AtomicLong();
    private long last;

    /**
     * Creates one end of the messages.
     *
     * @param key the key of both ends
     * @param host the name of the host
     * @param lab whether this is the lab's end
     */
    SealedMessages(byte[] key, String host, boolean lab) throws GeneralSecurityException {
        this.host = host.getBytes(StandardCharsets.UTF_8);
        own = derived(key, lab);
        other = derived(key, !lab);
    }

    private static SecretKeySpec derived(byte[] key, boolean ofLab) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String direction = ofLab ? "lab to host" : "host to lab";
        return new SecretKeySpec(mac.doFinal(direction.getBytes(StandardCharsets.US_ASCII)), "AES");
    }

    /**
     * Sends a message.
     *
     * @throws Exception as JGroups does, when the other end is not reachable
     */
    void send(JChannel channel, Address to, Kind kind, long question, byte[] content) throws Exception {
        if (kind == Kind.ANSWER) {
            channel.send(new BytesMessage(to, seal(kind, question, content)).setFlag(Message.Flag.OOB));
        } else {
            // Messages arrive in the order of sending, so their numbers must have the same order.
            synchronized (sent) {
                channel.send(new BytesMessage(to, seal(kind, question, content)));
            }
        }
    }

    /** Returns a message in the form in which it is sent: its number, and a text that only the other end can open. */
    byte[] seal(Kind kind, long question, byte[] content) throws GeneralSecurityException {
        long number = sent.incrementAndGet();
        Cipher cipher = cipher(Cipher.ENCRYPT_MODE, own, number);
        ByteBuffer sealed = ByteBuffer.allocate(Long.BYTES + cipher.getOutputSize(1 + Long.BYTES + content.length));
        sealed.putLong(number);
        ByteBuffer plain = ByteBuffer.allocate(1 + Long.BYTES + content.length)
                .put((byte) kind.ordinal()).putLong(question).put(content).flip();
        cipher.doFinal(plain, sealed);
        return sealed.array();
    }

    /**
     * Opens a message.
     *
     * @throws GeneralSecurityException when the other end has not sealed it, or it was opened before
     */
    Opened open(byte[] message) throws GeneralSecurityException {
        if (message.length < Long.BYTES) {
            throw new AEADBadTagException("too short");
        }
        long number = ByteBuffer.wrap(message).getLong();
        ByteBuffer plain = ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, other, number)
                .doFinal(message, Long.BYTES, message.length - Long.BYTES));
        Opened opened = new Opened(KINDS[plain.get()], plain.getLong(), new byte[plain.remaining()]);
        plain.get(opened.content());
        if (opened.kind() != Kind.ANSWER) {
            inOrder(number);
        }
        return opened;
    }

    /** Checks that numbers increase. An answer may be late; it is accepted once, since its request is. */
    private synchronized void inOrder(long number) throws AEADBadTagException {
        if (number <= last) {
            throw new AEADBadTagException("it has come before");
        }
        last = number;
    }

    private Cipher cipher(int mode, SecretKeySpec key, long number) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS,
                ByteBuffer.allocate(NONCE_BYTES).putLong(NONCE_BYTES - Long.BYTES, number).array()));
        cipher.updateAAD(host);
        return cipher;
    }
}

package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.util.List;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * A check of all operations of a provider's cipher that are timed. It tries a published example. For each length and
 * each kind of memory, it compares with another provider, by the timed code. And it requires that the cipher refuses a
 * record with a flipped bit. Not thread-safe.
 */
final class CipherCheck {
    /** More than one, since the timed object is initialised again. */
    private static final int RECORDS = 2;

    private final CipherKind kind;
    private final Provider provider;
    private final Provider counterpart;
    /**
     * Texts and keys are the same each time, so that a mismatch is reproducible; nothing secret is encrypted by them.
     */
    private final Random random = new Random(1);

    /** A check of that cipher. */
    CipherCheck(CipherKind kind, Provider provider) throws GeneralSecurityException {
        this.kind = kind;
        this.provider = provider;
        this.counterpart = ReferenceImplementation.of(provider, "SunJCE");
    }

    /**
     * Checks these lengths of text.
     *
     * @return the sources of the answers
     * @throws NoSuchAlgorithmException when the provider does not offer the cipher
     * @throws MismatchException when an answer was wrong, or a wrong record was taken for a right one
     */
    String run(List<Integer> sizes) throws GeneralSecurityException, MismatchException {
        KnownRecord known = KnownRecord.of(kind);
        compare(known);
        for (int bytes : sizes) {
            for (RecordMemory.Buffer buffer : RecordMemory.Buffer.values()) {
                compare(bytes, buffer);
            }
        }
        return known.source() + "; " + counterpart.getName() + (kind.isAead() ? "; wrong tags are refused" : "");
    }

    private void compare(KnownRecord known) throws GeneralSecurityException, MismatchException {
        SecretKey key = new SecretKeySpec(known.key(), kind.keyAlgorithm);
        ReferenceImplementation.same(what("encrypting", known.source()), known.sealed(),
                initialised(Cipher.ENCRYPT_MODE, key, known, known.aad()).doFinal(known.text()));
        ReferenceImplementation.same(what("decrypting", known.source()), known.text(),
                initialised(Cipher.DECRYPT_MODE, key, known, known.aad()).doFinal(known.sealed()));
        if (kind.isAead()) {
            byte[] wrong = known.aad().clone();
            wrong[0] ^= 1;
            Cipher cipher = initialised(Cipher.DECRYPT_MODE, key, known, wrong);
            mustRefuse("other additional data", () -> cipher.doFinal(known.sealed()));
        }
    }

    /** Returns a new object each time: some refuse the IV that they had just before, even for decrypting. */
    private Cipher initialised(int mode, SecretKey key, KnownRecord known, byte[] aad)
            throws GeneralSecurityException {
        Cipher cipher = RecordCipher.cipher(kind, provider);
        cipher.init(mode, key, kind.parameters(known.iv()));
        if (kind.isAead()) {
            cipher.updateAAD(aad);
        }
        return cipher;
    }

    private void compare(int bytes, RecordMemory.Buffer buffer) throws GeneralSecurityException, MismatchException {
        SecretKey key = new SecretKeySpec(drawn(kind.keyBytes), kind.keyAlgorithm);
        byte[] iv = drawn(kind.ivBytes);
        // The three share the record number, so none ever has an IV twice: some refuse that.
        RecordCipher reference = new RecordCipher(kind, counterpart, key, iv);
        RecordCipher sealer = new RecordCipher(kind, provider, key, iv);
        RecordCipher opener = new RecordCipher(kind, provider, key, iv);
        RecordMemory record = RecordMemory.of(buffer, bytes, kind.tagBytes);
        RecordMemory opened = RecordMemory.of(buffer, bytes, kind.tagBytes);
        String size = bytes + " bytes, " + buffer;
        for (int i = 0; i < RECORDS; i++) {
            byte[] text = drawn(bytes);
            record.put(compareSealed(size, reference, sealer, record, text));
            answers(what("decrypting", size), text, opened, () -> opener.open(record, opened));
            record.put(compareSealed(size, reference, sealer, record, text));
            answers(what("decrypting in place", size), text, record, () -> opener.open(record));
            if (kind.isAead()) {
                for (int wrong : new int[] {0, bytes - 1, bytes, bytes + kind.tagBytes - 1}) {
                    byte[] sealed = compareSealed(size, reference, sealer, record, text);
                    sealed[wrong] ^= 1;
                    record.put(sealed);
                    // Over all records, each wrong byte is tried both in place and into other memory.
                    mustRefuse(size + ", a wrong bit in byte " + wrong, (wrong + i) % 2 == 0
                            ? () -> opener.open(record) : () -> opener.open(record, opened));
                }
            }
        }
    }

    /** Lets both encrypt the text, and compares; returns the ciphertext. */
    private byte[] compareSealed(String size, RecordCipher reference, RecordCipher sealer, RecordMemory record,
            byte[] text) throws GeneralSecurityException, MismatchException {
        RecordMemory memory = RecordMemory.of(RecordMemory.Buffer.array, text.length, kind.tagBytes);
        memory.put(text);
        reference.seal(memory);
        byte[] sealed = memory.first(text.length + kind.tagBytes);
        record.put(text);
        answers(what("encrypting", size), sealed, record, () -> sealer.seal(record));
        return sealed;
    }

    private byte[] drawn(int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        return drawn;
    }

    private String what(String operation, String on) {
        return provider.getName() + ", " + operation + " " + kind.id() + " (" + on + ")";
    }

    private interface Operation {
        Object run() throws GeneralSecurityException;
    }

    private static void answers(String what, byte[] expected, RecordMemory in, Operation operation)
            throws GeneralSecurityException, MismatchException {
        try {
            Object count = operation.run();
            if (!count.equals(expected.length)) {
                throw new MismatchException(what + ": expected " + expected.length + " bytes, but " + count + " came");
            }
        } catch (AEADBadTagException e) {
            throw new MismatchException(what + ": expected its text, but it was taken for wrong: " + e.getMessage());
        }
        ReferenceImplementation.same(what, expected, in.first(expected.length));
    }

    private void mustRefuse(String why, Operation operation) throws MismatchException {
        try {
            operation.run();
        } catch (GeneralSecurityException | ProviderException e) {
            return;
        }
        throw new MismatchException(what("decrypting", why) + ": expected a refusal, but it was taken for right");
    }
}

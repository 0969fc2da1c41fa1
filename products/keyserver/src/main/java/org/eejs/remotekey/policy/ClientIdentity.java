package org.eejs.remotekey.policy;

import java.math.BigInteger;
import java.util.Locale;
import org.eejs.pki.DistinguishedName;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** The properties by which a policy identifies a client; null if a property does not matter. Immutable, thread-safe. */
record ClientIdentity(DistinguishedName subject, DistinguishedName issuer, BigInteger serial, String certificateSha256,
        String keySha256) {
    /**
     * Returns the identity at an entry of a policy.
     *
     * @throws FaultyFileException if it is not well-formed, or does not identify the client
     */
    static ClientIdentity read(YamlFile<?> file, String at, Policy.Client client) throws FaultyFileException {
        if (client.serial() != null && client.issuer() == null) {
            throw file.fault(at + "/serial", "a serial number means something only with its issuer; write it, too");
        }
        if (client.subject() == null && client.serial() == null && client.certificateSha256() == null
                && client.keySha256() == null) {
            throw file.fault(at, "the client's identity is missing; write subject, issuer and serial, "
                    + "certificateSha256 or keySha256, or more than one of them");
        }
        return new ClientIdentity(name(file, at + "/subject", client.subject()),
                name(file, at + "/issuer", client.issuer()), number(file, at + "/serial", client.serial()),
                hash(file, at + "/certificateSha256", client.certificateSha256()),
                hash(file, at + "/keySha256", client.keySha256()));
    }

    private static DistinguishedName name(YamlFile<?> file, String at, String name) throws FaultyFileException {
        if (name == null) {
            return null;
        }
        file.require(at);
        try {
            return DistinguishedName.parse(name);
        } catch (IllegalArgumentException e) {
            throw file.fault(at, "'%s' is not a name: %s; write it as in RFC 4514, such as \"CN=bank-1,O=EEJS\""
                    .formatted(name, e.getMessage()));
        }
    }

    private static BigInteger number(YamlFile<?> file, String at, String serial) throws FaultyFileException {
        if (serial == null) {
            return null;
        }
        String digits = serial.replace(":", "");
        if (!digits.matches("[0-9a-fA-F]{1,40}")) {
            throw file.fault(at, "'%s' is not a serial number; write it in hexadecimal digits, as openssl x509 "
                    .formatted(serial) + "-serial does");
        }
        return new BigInteger(digits, 16);
    }

    private static String hash(YamlFile<?> file, String at, String hash) throws FaultyFileException {
        if (hash == null) {
            return null;
        }
        String digits = hash.replace(":", "").toLowerCase(Locale.ROOT);
        if (!digits.matches("[0-9a-f]{64}")) {
            throw file.fault(at, "'%s' is not a SHA-256; write its 64 hexadecimal digits".formatted(hash));
        }
        return digits;
    }

    /** Returns whether all given properties match. */
    boolean fits(Caller client) {
        return fits(subject, client.subject) && fits(issuer, client.issuer) && fits(serial, client.number)
                && fits(certificateSha256, client.fingerprint()) && fits(keySha256, client.keyFingerprint);
    }

    private static boolean fits(Object wanted, Object is) {
        return wanted == null || wanted.equals(is);
    }
}

package org.eejs.profile;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

/** A JVM to profile: it signs until its input ends. */
final class SigningService {
    private SigningService() {}

    public static void main(String[] args) throws Exception {
        Thread signer = new Thread(SigningService::sign, "signer");
        signer.setDaemon(true);
        signer.start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }

    private static void sign() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            KeyPair keys = generator.generateKeyPair();
            Signature signature = Signature.getInstance("SHA256withRSA");
            while (true) {
                signature.initSign(keys.getPrivate());
                signature.update(new byte[100]);
                signature.sign();
            }
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

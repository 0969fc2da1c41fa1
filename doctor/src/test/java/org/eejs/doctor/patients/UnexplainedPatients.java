package org.eejs.doctor.patients;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.eejs.doctor.patients.Patient.Step;

/** Patients with repeated cryptography that no rule knows. Their ids are the names of its operations. */
final class UnexplainedPatients {
    private static final String PBE = "PBEWithHmacSHA512AndAES_256";
    private static final int ITERATIONS = 1_000;

    private UnexplainedPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("key generation", Patient.of(UnexplainedPatients::keyPairPerConnection));
        all.put("key derivation", Patient.of(UnexplainedPatients::keyDerivedPerRequest));
    }

    private static Step keyPairPerConnection(boolean sick) throws Exception {
        KeyPair kept = newPair();
        return () -> {
            KeyPair pair = sick ? newPair() : kept;
            for (int i = 0; i < 20; i++) {
                Work.something();
            }
            pair.getPublic().hashCode();
        };
    }

    private static KeyPair newPair() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        return generator.generateKeyPair();
    }

    private static Step keyDerivedPerRequest(boolean sick) throws Exception {
        byte[] secret = TlsLab.random(100);
        Cipher kept = derived();
        return () -> {
            (sick ? derived() : kept).doFinal(secret);
            Work.something();
        };
    }

    private static Cipher derived() throws Exception {
        SecretKey password = SecretKeyFactory.getInstance(PBE).generateSecret(new PBEKeySpec(TlsLab.PASSWORD));
        Cipher cipher = Cipher.getInstance(PBE);
        cipher.init(Cipher.ENCRYPT_MODE, password, new PBEParameterSpec(TlsLab.random(16), ITERATIONS,
                new IvParameterSpec(TlsLab.random(16))));
        return cipher;
    }
}

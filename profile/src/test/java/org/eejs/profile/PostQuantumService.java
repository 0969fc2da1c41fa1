package org.eejs.profile;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;

/**
 * A JVM to profile: it makes keys of a post-quantum algorithm and uses them. The file needs no other file, and runs on
 * JDK 21 or newer as source. {@code ML-KEM} needs a provider with {@code javax.crypto.KEM}:
 *
 * <pre>java -cp PROVIDER.jar PostQuantumService.java ML-KEM|ML-DSA [CLASS]</pre>
 *
 * <p>The class is that of the provider; by default the JDK's are used. It prints a line when it is ready, and ends with
 * its input.
 */
final class PostQuantumService {
    private static final String[] SETS = {"-768", "-65"};

    private PostQuantumService() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1) {
            Security.insertProviderAt((Provider) Class.forName(args[1]).getDeclaredConstructor().newInstance(), 1);
        }
        boolean kem = args[0].equals("ML-KEM");
        String name = args[0] + SETS[kem ? 0 : 1];
        Thread user = new Thread(() -> use(name, kem), "user");
        user.setDaemon(true);
        user.start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }

    private static void use(String name, boolean kem) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
            while (true) {
                KeyPair keys = generator.generateKeyPair();
                if (kem) {
                    encapsulate(keys);
                } else {
                    Signature signature = Signature.getInstance(keys.getPrivate().getAlgorithm());
                    signature.initSign(keys.getPrivate());
                    signature.update(new byte[100]);
                    byte[] signed = signature.sign();
                    signature.initVerify(keys.getPublic());
                    signature.update(new byte[100]);
                    signature.verify(signed);
                }
            }
        } catch (ReflectiveOperationException | GeneralSecurityException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** Calls javax.crypto.KEM, which JDK 17 lacks from some updates on. */
    private static void encapsulate(KeyPair keys) throws ReflectiveOperationException {
        Class<?> type = Class.forName("javax.crypto.KEM");
        Object kem = type.getMethod("getInstance", String.class).invoke(null, "ML-KEM");
        Object sender = type.getMethod("newEncapsulator", java.security.PublicKey.class).invoke(kem, keys.getPublic());
        Object sent = sender.getClass().getMethod("encapsulate").invoke(sender);
        byte[] bytes = (byte[]) sent.getClass().getMethod("encapsulation").invoke(sent);
        Object receiver = type.getMethod("newDecapsulator", java.security.PrivateKey.class).invoke(kem,
                keys.getPrivate());
        receiver.getClass().getMethod("decapsulate", byte[].class).invoke(receiver, (Object) bytes);
    }
}

import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import org.eejs.remotekey.RemoteKeyProvider;

/** A signature by a running key server, which the JDK verifies. Arguments: the client's file of servers. */
public final class UseLibrary {
    private UseLibrary() {}

    public static void main(String[] args) throws Exception {
        byte[] data = "data".getBytes(StandardCharsets.UTF_8);
        try (RemoteKeyProvider provider = new RemoteKeyProvider()) {
            KeyStore store = KeyStore.getInstance("EEJS-REMOTE", provider.configure(args[0]));
            store.load(null, null);
            Signature signer = Signature.getInstance("SHA256withRSA", provider);
            signer.initSign((PrivateKey) store.getKey("rsa-2048", null));
            signer.update(data);
            byte[] signature = signer.sign();

            Signature verifier = Signature.getInstance("SHA256withRSA", "SunRsaSign");
            verifier.initVerify(store.getCertificate("rsa-2048"));
            verifier.update(data);
            if (!verifier.verify(signature)) {
                throw new IllegalStateException("the JDK refuses the signature");
            }
            System.out.println("eejs-keyserver: a valid signature of " + signature.length + " bytes on Java "
                    + System.getProperty("java.version"));
        }
    }
}

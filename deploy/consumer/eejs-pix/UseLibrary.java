import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Set;
import org.eejs.pix.PixSigner;
import org.eejs.pix.PixVerifier;
import org.eejs.pix.VerifiedMessage;

/** A signed and verified message. Arguments: a PKCS12 file and a message. */
public final class UseLibrary {
    private UseLibrary() {}

    public static void main(String[] args) throws Exception {
        char[] password = System.getenv("KEYS_PASSWORD").toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
            store.load(in, password);
        }
        X509Certificate certificate = (X509Certificate) store.getCertificate("trial");
        byte[] signed = new PixSigner((PrivateKey) store.getKey("trial", password), certificate)
                .sign(Files.readAllBytes(Path.of(args[1])));
        VerifiedMessage message = new PixVerifier(Set.of(certificate)).verifyMessage(signed);
        System.out.println("eejs-pix: " + message.id() + " is signed by " + message.signer().getSubjectX500Principal()
                + " on Java " + System.getProperty("java.version"));
    }
}

package org.eejs.doctor.patients;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.eejs.banking.KnownProvider;
import org.eejs.doctor.patients.Patient.Step;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Patients with a bad use of keys and passwords. */
final class KeyPatients {
    private KeyPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("pkix-pkcs12-full", Patient.of(sick -> decryptingKeyManager(sick, false)));
        all.put("pkix-pkcs12-resumed", Patient.of(sick -> decryptingKeyManager(sick, true)).on(25, Integer.MAX_VALUE));
        all.put("keystore-load-hot", Patient.of(KeyPatients::storePerCall));
        all.put("key-parsed-per-use", Patient.of(KeyPatients::parsedKey));
        all.put("verify-with-private-key", Patient.of(KeyPatients::tokensCheckedBySigning));
        all.put("rsa-4096", Patient.of(KeyPatients::largeKey));
        all.put("password-hash-hot", Patient.of(KeyPatients::passwordPerRequest)
                .with(sick -> List.of("-Dsun.net.httpserver.nodelay=true")));
        all.put("pkcs11-bound", Patient.of(KeyPatients::digestsByToken).with(sick -> List.of("--add-exports",
                "jdk.crypto.cryptoki/sun.security.pkcs11=ALL-UNNAMED")));
    }

    private static Step decryptingKeyManager(boolean sick, boolean resumes) throws Exception {
        TlsLab lab = new TlsLab("EC", 256);
        return lab.connecting(sick, lab.serverContext(sick ? "PKIX" : "SunX509"),
                () -> sick && !resumes ? lab.stranger() : lab.known());
    }

    private static Step storePerCall(boolean sick) throws Exception {
        byte[] store = Identity.bytes(new TlsLab("EC", 256).serverStore, TlsLab.PASSWORD);
        PrivateKey kept = key(store);
        return () -> {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(sick ? key(store) : kept);
            signature.update(store);
            signature.sign();
        };
    }

    private static PrivateKey key(byte[] store) throws Exception {
        KeyStore opened = KeyStore.getInstance("PKCS12");
        opened.load(new ByteArrayInputStream(store), TlsLab.PASSWORD);
        return (PrivateKey) opened.getKey("server", TlsLab.PASSWORD);
    }

    private static Step parsedKey(boolean sick) throws Exception {
        byte[] data = TlsLab.random(1_000);
        byte[] encoded = CertificateBuilder.newKey("RSA", 2048).getPrivate().getEncoded();
        PrivateKey key = parse(encoded);
        return () -> {
            for (int i = 0; sick && i < 20; i++) {
                parse(encoded);
            }
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(data);
            signature.sign();
        };
    }

    private static PrivateKey parse(byte[] encoded) throws Exception {
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static Step tokensCheckedBySigning(boolean sick) throws Exception {
        KeyPair keys = CertificateBuilder.newKey("RSA", 2048);
        String token = Jwts.builder().setSubject("somebody").signWith(keys.getPrivate(), SignatureAlgorithm.RS256)
                .compact();
        Key key = sick ? keys.getPrivate() : keys.getPublic();
        return () -> {
            Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token);
        // The library looks the signature up for each token, which is reported if there is little else.
            for (int i = 0; i < 6; i++) {
                Work.something();
            }
        };
    }

    private static Step largeKey(boolean sick) throws Exception {
        TlsLab lab = new TlsLab("RSA", sick ? 4096 : 2048);
        return lab.connecting(sick, lab.serverContext, () -> sick ? lab.stranger() : lab.known());
    }

    /** Hashes the password of a request, or accepts the token. */
    private static final class Login extends BasicAuthenticator {
        private static final String TOKEN = UUID.randomUUID().toString();

        Login() {
            super("bank");
        }

        @Override
        public Result authenticate(HttpExchange exchange) {
            return TOKEN.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                    ? new Success(new HttpPrincipal("user", getRealm())) : super.authenticate(exchange);
        }

        @Override
        public boolean checkCredentials(String user, String password) {
            try {
                return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec(
                        password.toCharArray(), new byte[16], 10_000, 256)).getEncoded().length > 0;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns requests with a password each, or with a token that the first request received. */
    private static Step passwordPerRequest(boolean sick) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            byte[] answer = Login.TOKEN.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        }).setAuthenticator(new Login());
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        String password = "Basic " + Base64.getEncoder().encodeToString("user:password".getBytes(
                StandardCharsets.UTF_8));
        AtomicReference<String> credentials = new AtomicReference<>(password);
        return () -> {
            String token = client.send(HttpRequest.newBuilder(uri).header("Authorization", credentials.get()).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            credentials.set(sick ? password : token);
        };
    }

    private static Step digestsByToken(boolean sick) throws Exception {
        byte[] data = TlsLab.random(2_000);
        MessageDigest digest = sick ? MessageDigest.getInstance("SHA-256", Security.getProvider("SunPKCS11")
                .configure("--name=NSS\nlibrary=" + Pkcs11Module.library(KnownProvider.NSS)
                        + "\nnssArgs=\"configdir='' certPrefix='' keyPrefix='' "
                        + "secmod='' flags=readOnly,noCertDB,noModDB,forceOpen\"\nslotListIndex=0\n"))
                : MessageDigest.getInstance("SHA-256");
        return () -> {
            for (int i = 0; i < 100; i++) {
                digest.digest(data);
            }
        };
    }
}

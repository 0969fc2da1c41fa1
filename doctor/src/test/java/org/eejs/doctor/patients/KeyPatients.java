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
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Those that treat keys and passwords badly. */
final class KeyPatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("pkix-pkcs12-full", new DecryptingKeyManager());
        ALL.put("pkix-pkcs12-resumed", new DecryptingResumption());
        ALL.put("keystore-load-hot", new StorePerCall());
        ALL.put("key-parsed-per-use", new ParsedKey());
        ALL.put("verify-with-private-key", new TokensCheckedBySigning());
        ALL.put("rsa-4096", new LargeKey());
        ALL.put("password-hash-hot", new PasswordPerRequest());
        ALL.put("pkcs11-bound", new DigestsByToken());
    }

    private KeyPatients() {}

    private static class DecryptingKeyManager implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private SSLContext server;
        private boolean sick;

        TlsLab lab() {
            return lab;
        }

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("EC", 256);
            server = lab.serverContext(sick ? "PKIX" : "SunX509");
        }

        SSLEngine client() {
            return sick ? lab.stranger(lab.clientContext) : lab.clientContext.createSSLEngine("localhost", 443);
        }

        @Override
        public void work() throws Exception {
            TlsLab.Connection connection = new TlsLab.Connection(client(), server.createSSLEngine(), parameters -> { });
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                connection.transfer(data);
            }
        }
    }

    private static final class DecryptingResumption extends DecryptingKeyManager {
        @Override
        SSLEngine client() {
            return lab().clientContext.createSSLEngine("localhost", 443);
        }

        @Override
        public int firstJdk() {
            return 25;
        }
    }

    private static final class StorePerCall implements Patient {
        private byte[] store;
        private PrivateKey key;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            TlsLab lab = new TlsLab("EC", 256);
            store = Identity.bytes(lab.serverStore, TlsLab.PASSWORD);
            key = key();
        }

        private PrivateKey key() throws Exception {
            KeyStore opened = KeyStore.getInstance("PKCS12");
            opened.load(new ByteArrayInputStream(store), TlsLab.PASSWORD);
            return (PrivateKey) opened.getKey("server", TlsLab.PASSWORD);
        }

        @Override
        public void work() throws Exception {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(sick ? key() : key);
            signature.update(store);
            signature.sign();
        }
    }

    private static final class ParsedKey implements Patient {
        private final byte[] data = TlsLab.random(1_000);
        private byte[] encoded;
        private PrivateKey key;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            encoded = CertificateBuilder.newKey("RSA", 2048).getPrivate().getEncoded();
            key = parse();
        }

        private PrivateKey parse() throws Exception {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        }

        @Override
        public void work() throws Exception {
            for (int i = 0; sick && i < 20; i++) {
                parse();
            }
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(data);
            signature.sign();
        }
    }

    private static final class TokensCheckedBySigning implements Patient {
        private KeyPair keys;
        private String token;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            keys = CertificateBuilder.newKey("RSA", 2048);
            token = Jwts.builder().setSubject("somebody").signWith(keys.getPrivate(),
                    SignatureAlgorithm.RS256).compact();
        }

        @Override
        public void work() throws Exception {
            Key key = sick ? keys.getPrivate() : keys.getPublic();
            Jwts.parserBuilder().setSigningKey(key).build().parseClaimsJws(token);
            // The library looks the signature up for each token, which is worth a word where there is little else.
            for (int i = 0; i < 6; i++) {
                Work.something();
            }
        }
    }

    private static final class LargeKey implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab lab;
        private boolean sick;

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            lab = new TlsLab("RSA", sick ? 4096 : 2048);
        }

        @Override
        public void work() throws Exception {
            TlsLab.Connection connection = new TlsLab.Connection(sick ? lab.stranger(lab.clientContext)
                    : lab.clientContext.createSSLEngine("localhost", 443), lab.serverContext.createSSLEngine(),
                    parameters -> { });
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                connection.transfer(data);
            }
        }
    }

    /** A user's requests bring the password along, or a token that the first of them got for it. */
    private static final class PasswordPerRequest implements Patient {
        private static final String PASSWORD = "Basic " + Base64.getEncoder().encodeToString("user:password".getBytes(
                StandardCharsets.UTF_8));
        private static final String TOKEN = UUID.randomUUID().toString();

        private HttpClient client;
        private URI uri;
        private String credentials = PASSWORD;
        private boolean sick;

        /** Hashes what it is sent, or knows the token. */
        private static final class Login extends BasicAuthenticator {
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

        @Override
        public void prepare(boolean isSick) throws Exception {
            sick = isSick;
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            server.createContext("/", exchange -> {
                byte[] answer = TOKEN.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            }).setAuthenticator(new Login());
            server.start();
            client = HttpClient.newHttpClient();
            uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        }

        @Override
        public void work() throws Exception {
            String token = client.send(HttpRequest.newBuilder(uri).header("Authorization", credentials).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            credentials = sick ? PASSWORD : token;
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            return List.of("-Dsun.net.httpserver.nodelay=true");
        }
    }

    private static final class DigestsByToken implements Patient {
        private final byte[] data = TlsLab.random(2_000);
        private MessageDigest digest;

        @Override
        public void prepare(boolean sick) throws Exception {
            if (sick) {
                Provider provider = Security.getProvider("SunPKCS11").configure("--name=NSS\nlibrary="
                        + Pkcs11Module.library(KnownProvider.NSS) + "\nnssArgs=\"configdir='' certPrefix='' "
                        + "keyPrefix='' "
                        + "secmod='' flags=readOnly,noCertDB,noModDB,forceOpen\"\nslotListIndex=0\n");
                digest = MessageDigest.getInstance("SHA-256", provider);
            } else {
                digest = MessageDigest.getInstance("SHA-256");
            }
        }

        @Override
        public void work() {
            for (int i = 0; i < 100; i++) {
                digest.digest(data);
            }
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            return List.of("--add-exports", "jdk.crypto.cryptoki/sun.security.pkcs11=ALL-UNNAMED");
        }
    }
}

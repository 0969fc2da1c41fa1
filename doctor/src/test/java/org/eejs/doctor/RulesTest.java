package org.eejs.doctor;

import static org.eejs.doctor.Seen.CLIENT;
import static org.eejs.doctor.Seen.FINISHED;
import static org.eejs.doctor.Seen.SERVER;
import static org.eejs.doctor.Seen.SUITE;
import static org.eejs.doctor.Seen.below;
import static org.eejs.doctor.Seen.only;
import static org.eejs.doctor.Seen.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;

/** Tests of each rule: what it takes for a bottleneck, and what not, each with a small capture. */
class RulesTest {
    private static final String TICKET = "sun.security.ssl.NewSessionTicket$T13NewSessionTicketConsumer.consume";
    private static final String RSA = "sun.security.rsa.RSACore.crtCrypt";

    // Connections.

    @Test
    void aContextForEachConnectionIsWhyItsSessionsAreNotResumed() {
        Seen seen = seen().samples(100, "javax.net.ssl.SSLContext.init")
                .samples(400, CLIENT).samples(20, below(TICKET, CLIENT))
                .services(90, "SSLContext", "TLS", "SunJSSE").services(30, "SSLContext", "TLS", "SunJSSE", "org.b.B.b")
                .handshakes(120, "worker", "backend", SUITE, FINISHED).chains(120);
        List<Finding> findings = seen.byRules();
        assertEquals(List.of("client-never-resumes", "context-per-call"), findings.stream().map(Finding::rule)
                .toList());
        assertEquals(0.5, findings.get(0).savedShare() / findings.get(0).cpuShare(), 1e-9, "sessions resume");
        assertTrue(findings.get(0).cure().lines().toString().contains("sslContext=share"), findings.toString());
        // The rate is that of the named caller.
        assertTrue(findings.get(1).cure().words().contains("com.example.Pay.call(Pay.java:41) creates 3.0 "
                + "per second"),
                findings.get(1).cure().words());
    }

    @Test
    void whereNoServerGivesTicketsNewContextsAreNotWhyNothingIsResumed() {
        assertEquals(List.of("context-per-call"), seen().samples(100, "javax.net.ssl.SSLContext.init")
                .samples(400, CLIENT).services(90, "SSLContext", "TLS", "SunJSSE")
                .handshakes(120, "worker", "backend", SUITE, FINISHED).chains(120).rules());
        // The library shares the sessions of its contexts.
        assertEquals(List.of("context-per-call"), seen().samples(100, "javax.net.ssl.SSLContext.init")
                .samples(400, CLIENT).samples(20, below(TICKET, CLIENT)).services(90, "SSLContext", "TLS", "EEJS")
                .handshakes(120, "worker", "backend", SUITE, FINISHED).chains(12).rules());
    }

    @Test
    void aClientNeverResumesOnlyWherePeersAreMetAgain() {
        Seen nameless = seen().samples(400, CLIENT).handshakes(120, "worker", "", SUITE, FINISHED).chains(120);
        assertEquals(List.of("context.createSSLEngine(host, port)"), only(nameless, "client-never-resumes").cure()
                .lines());
        Seen named = seen().samples(400, CLIENT).handshakes(120, "worker", "backend", SUITE, FINISHED).chains(120);
        Finding kept = only(named, "client-never-resumes");
        assertEquals(List.of(), kept.cure().lines(), "clients of JDK 17 store one ticket");
        assertEquals(List.of("-Djdk.tls.server.newSessionTicketCount=3"), only(named.jdk("25"), "client-never-resumes")
                .cure().lines());
        named.jdk("17.0.15");
        assertEquals(0.95, kept.savedShare() / kept.cpuShare(), 1e-9);
        String opens = "org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator.connect";
        Seen opening = seen().samples(400, CLIENT).samples(100, "sun.nio.ch.Net.connect0", opens)
                .handshakes(120, "worker", "backend", SUITE, FINISHED).chains(120);
        assertTrue(only(opening, "client-never-resumes").evidence().contains(opens + ", 20% of it"),
                "what is kept is not opened");
        assertEquals(List.of(), seen().samples(400, CLIENT).handshakes(120, "worker", "host%d", SUITE, FINISHED)
                .chains(120).rules());
        assertEquals(List.of(), seen().samples(400, CLIENT).handshakes(120, "worker", "backend", SUITE, FINISHED)
                .chains(40).rules(), "most resumed");
        // Servers are recorded, too, but check no certificates.
        assertEquals(List.of("client-never-resumes"), seen().samples(400, CLIENT).handshakes(120, "worker", "", SUITE)
                .handshakes(120, "worker", "", SUITE, FINISHED).chains(120).rules());
    }

    @Test
    void clientsOfJavaNetHttpAreCountedWhileTheyWork() {
        String[] shaking = below("sun.security.ssl.SSLHandshake.consume",
                "jdk.internal.net.http.common.SSLFlowDelegate.processHandshake");
        assertEquals("http-client-per-call", only(seen().samples(400, shaking).handshakes(120,
                "HttpClient-9%d-Worker-0",
                "backend", SUITE, shaking), "http-client-per-call").rule());
        // Their threads end before they are sampled.
        only(seen().handshakes(120, "HttpClient-9%d-Worker-0", "backend", SUITE, shaking), "http-client-per-call");
        // Clients are numbered from the start of the JVM, so reused clients may have high numbers.
        assertEquals(List.of(), seen().samples(400, shaking).handshakes(120, "HttpClient-912-Worker-0", "backend%d",
                SUITE, shaking).rules());
    }

    @Test
    void factoriesOfAContextForEachCallAreThoseOfTheContext() {
        String[] shaking = below("sun.security.ssl.SSLSocketImpl.startHandshake",
                "sun.net.www.protocol.https.HttpsClient.afterConnect");
        String factory = "sun.security.ssl.SSLSocketFactoryImpl";
        only(seen().samples(400, shaking).handshakes(120, "worker", "backend", SUITE, shaking).heap(factory, 50),
                "urlconnection-factory");
        assertEquals(List.of(), seen().samples(400, shaking).heap(factory, 50).rules(), "keep-alive works");
        assertEquals(List.of(), seen().samples(400, shaking).handshakes(120, "worker", "host%d", SUITE, shaking)
                .heap(factory, 50).rules(), "other servers");
        assertEquals(List.of(), seen().samples(400, shaking).handshakes(120, "worker", "backend", SUITE, shaking)
                .heap(factory, 50).services(90, "SSLContext", "TLS", "SunJSSE").rules());
    }

    @Test
    void aPoolWithClientCertificatesIsSeenThoughItsSessionsResume() {
        String[] shaking = below("sun.security.ssl.SSLSocketImpl.startHandshake",
                "org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy.upgrade");
        Seen pool = seen().samples(400, shaking).handshakes(120, "worker", "backend", SUITE, shaking)
                .samples(9, "org.apache.hc.core5.pool.PoolEntry.discardConnection",
                "org.apache.hc.core5.pool.StrictConnPool.processPendingRequest");
        assertEquals(List.of(), pool.rules(), "no key, no client certificate");
        only(pool.heap("sun.security.ssl.SunX509KeyManagerImpl", 1), "mtls-pool-state");
    }

    @Test
    void shortRecordsAreNoShortConnections() {
        assertEquals(List.of(), seen().samples(900, SERVER).samples(100, "sun.security.ssl.SSLEngineImpl.wrap")
                .rules());
        only(seen().samples(900, SERVER).handshakes(30, "worker", "10.0.0.7", SUITE).handshakes(30, "worker",
                "10.0.0.8", SUITE).handshakes(30, "worker", "10.0.0.9", SUITE), "no-keepalive");
        assertEquals(List.of(), seen().samples(900, SERVER).handshakes(90, "worker", "10.0.0.%d", SUITE).rules());
        String parsing = "org.apache.coyote.http11.Http11InputBuffer.parseRequestLine";
        only(seen().samples(900, SERVER).samples(9, parsing), "no-keepalive");
        assertEquals(List.of(), seen().samples(900, SERVER).samples(90, parsing).rules(), "many requests each");
    }

    @Test
    void aCheckedSignatureIsThatOfAClientUnlessAServerCalls() {
        String[] checking = {"java.security.Signature.verify",
            "sun.security.ssl.CertificateVerify$T13CertificateVerifyConsumer.consume",
            "sun.security.ssl.SSLEngineImpl$DelegatedTask.run"};
        assertTrue(TlsFrames.isClient(Seen.stack("worker", checking)));
        assertTrue(!TlsFrames.isClient(Seen.stack("worker", below(checking[0], checking[1], checking[2],
                "org.apache.tomcat.util.net.SecureNioChannel.tasks"))));
        assertTrue(TlsFrames.isServer(Seen.stack("worker", below("sun.security.ssl.CertificateMessage$"
                + "T13CertificateConsumer.checkClientCerts", checking))));
        // A servlet that calls another server is a client there.
        assertTrue(TlsFrames.isClient(Seen.stack("worker", below(CLIENT[0], CLIENT[1], CLIENT[2],
                "org.apache.coyote.http11.Http11Processor.service"))));
    }

    @Test
    void ofConnectionsThatBeginAtOnceSomeResume() {
        String[] checking = below("sun.security.ssl.X509TrustManagerImpl.checkServerTrusted", CLIENT);
        Seen seen = seen().samples(300, checking).samples(300, below(TICKET, CLIENT))
                .handshakes(120, "worker", "backend", SUITE, FINISHED).chains(80);
        assertTrue(seen.rules().contains("tls13-ticket-starved"), seen.rules().toString());
        assertTrue(!seen().samples(300, checking).samples(300, below(TICKET, CLIENT)).handshakes(120, "worker",
                "backend",
                SUITE, FINISHED).chains(10).rules().contains("tls13-ticket-starved"), "most resume");
        assertTrue(!seen().samples(300, checking).samples(300, CLIENT).handshakes(120, "worker", "backend", SUITE,
                FINISHED).chains(110).rules().contains("tls13-ticket-starved"), "none resumes");
    }

    // Keys.

    @Test
    void theSizeOfAnRsaKeyFollowsFromItsCostAndNotFromForeignCertificates() {
        String[] signing = below(RSA, SERVER);
        String[] asking = below("sun.security.ssl.SignatureScheme.getSigner", SERVER);
        // 30 s of a processor in 600 uses are 15 ms for each (a thirtieth of them for HashMap).
        Seen large = seen().samples(29_000, signing).services(600, "Signature", "RSASSA-PSS", "SunRsaSign", asking);
        assertEquals("estimated", only(large, "rsa-4096").basis().id());
        assertEquals(List.of(), seen().samples(9_000, signing).services(270_000, "Signature", "RSASSA-PSS",
                "SunRsaSign",
                asking).certificate("RSA", 4096).rules());
        assertEquals(List.of(), seen().samples(9_000, "sun.security.rsa.RSACore.rsa").certificate("RSA", 4096).rules());
        // A reused Signature signs tokens, so the number of signatures is unknown.
        assertEquals(List.of(), seen().samples(9_000, RSA).services(60, "Signature", "RSASSA-PSS", "SunRsaSign")
                .rules());
    }

    @Test
    void onlyPasswordsAreHashedPasswords() {
        String hashing = "com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey";
        Seen seen = seen().samples(400, hashing, "javax.crypto.SecretKeyFactory.generateSecret",
                "com.example.Login.check").services(60, "SecretKeyFactory", "PBKDF2WithHmacSHA256", "SunJCE");
        assertTrue(only(seen, "password-hash-hot").cure().words().endsWith("com.example.Login.check(Login.java:41) "
                + "hashes passwords, 2.0 per second"), seen.diagnosis().toString());
        assertEquals(List.of(), seen().samples(400, "com.sun.crypto.provider.DESKeyFactory.engineGenerateSecret",
                "javax.crypto.SecretKeyFactory.generateSecret").rules());
        assertEquals(List.of(), seen().samples(400, "org.springframework.security.crypto.codec.Hex.encode").rules());
        assertEquals(List.of(), seen().samples(400, hashing, "com.sun.crypto.provider.PBES2Core.engineInit").rules());
        Cure spring = only(seen().samples(400, "org.springframework.security.crypto.bcrypt.BCrypt.hashpw"),
                "password-hash-hot").cure();
        assertTrue(spring.lines().get(1).contains("SessionCreationPolicy"), spring.toString());
    }

    @Test
    void theCallerOfALibraryIsNamedAndNotTheLibrary() {
        Finding login = only(seen().samples(400, "org.bouncycastle.crypto.generators.Argon2BytesGenerator.fillBlock",
                "org.bouncycastle.crypto.generators.Argon2BytesGenerator.generateBytes"), "password-hash-hot");
        assertTrue(login.cure().words().endsWith("com.example.Pay.call(Pay.java:41) hashes passwords"),
                login.toString());
        assertTrue(login.evidence().contains("called by com.example.Pay.call(Pay.java:41), 100% of it"),
                login.toString());
        assertTrue(login.cure().lines().get(0).startsWith("request.getSession()"), login.toString());
    }

    @Test
    void aStoreThatIsOpenedOnceIsNotHot() {
        String loading = "java.security.KeyStore.load";
        assertEquals(List.of(), seen().samples(400, loading).services(2, "KeyStore", "PKCS12", "SUN").rules());
        only(seen().samples(400, loading).services(3, "KeyStore", "PKCS12", "SUN"), "keystore-load-hot");
        // A key of an open store is decrypted again and again.
        only(seen().samples(400, "java.security.KeyStore.getKey").services(3, "SecretKeyFactory", "PBEWithHmacSHA256",
                "SunJCE", "java.security.KeyStore.getKey"), "keystore-load-hot");
    }

    // Trust.

    @Test
    void aStoreIsReadForTheTrustManagerThatIsMadeOfIt() {
        String loading = "java.security.KeyStore.load";
        String trust = "TrustManagerFactory";
        only(seen().samples(300, loading).samples(100, "javax.net.ssl.TrustManagerFactory.init")
                .services(30, trust, "PKIX", "SunJSSE").services(30, "KeyStore", "JKS", "SUN"), "truststore-reload");
        // Certificates are parsed for other purposes, too.
        assertEquals(List.of(), seen().samples(300, "java.security.cert.CertificateFactory.generateCertificate")
                .rules());
    }

    @Test
    void chainsOfDocumentsAreNotThoseOfHandshakes() {
        String validating = "java.security.cert.CertPathValidator.validate";
        assertEquals(List.of(), seen().samples(400, validating).chains(90).rules());
        only(seen().samples(400, below(validating, SERVER)).chains(90), "trust-check-hot");
        only(seen().samples(400, validating, "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted").chains(90),
                "trust-check-hot");
        assertEquals(List.of(), seen().samples(400, validating,
                "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted").chains(9).rules(), "seldom");
        // With revocation checks, these are the cost.
        only(seen().samples(400, below("sun.security.provider.certpath.OCSP.check", below(validating, SERVER))),
                "revocation-in-handshake");
        // Resumption is the better fix.
        only(seen().samples(400, below(validating, CLIENT)).handshakes(120, "worker", "", SUITE, FINISHED).chains(120),
                "client-never-resumes");
    }

    @Test
    void aWaitThatIsRecordedTwiceCountsOnce() {
        String check = "sun.security.provider.certpath.OCSP.check";
        assertTrue(only(seen().waits("ocsp.example.com", 600, check).waits("pinned", 590, check),
                "revocation-in-handshake").evidence().contains("threads waited 20 ms per second"));
        String lock = "sun.security.provider.NativePRNG$RandomIO.implNextBytes";
        assertEquals(List.of("random-lock"), seen().monitors(600, lock).rules());
        assertEquals(List.of("random-blocks"), seen().monitors(600, lock,
                "sun.security.provider.NativePRNG$Blocking.engineNextBytes").rules());
        assertEquals(List.of("random-blocks"), seen().waits("/dev/random", 600).rules());
        assertEquals(List.of(), seen().samples(400, "sun.security.provider.NativePRNG$Blocking.engineNextBytes")
                .rules(),
                "CPU that the other source takes, too");
        String[] drawing = {lock, "java.security.SecureRandom.nextBytes"};
        assertTrue(only(seen().samples(200, drawing).samplesOf("other", 200, drawing), "random-lock").evidence()
                .contains("no thread was seen waiting for another; this is the numbers’ cost"));
    }

    @Test
    void anAddressAndTheAddressOfASocketAreAskedDifferently() {
        assertEquals(List.of("inetAddress.getHostAddress()"), only(seen().samples(400,
                "java.net.InetAddress.getHostFromNameService", "java.net.InetAddress.getHostName"), "reverse-dns")
                .cure()
                .lines());
        assertEquals(List.of("socketAddress.getHostString()"), only(seen().samples(400,
                "java.net.InetAddress.getHostName", "java.net.InetSocketAddress.getHostName"), "reverse-dns").cure()
                .lines());
    }

    /** A frequent lookup limits the counting time of all. */
    @Test
    void whatIsAskedForSeldomIsNotKnownToBeSeldomAfterAShortTime() {
        for (String[] each : List.of(new String[] {"context-per-call", "javax.net.ssl.SSLContext.init"},
                new String[] {"truststore-reload", "sun.security.ssl.TrustStoreManager.getTrustedCerts"},
                new String[] {"key-parsed-per-use", "java.security.KeyFactory.generatePublic"},
                new String[] {"keystore-load-hot", "java.security.KeyStore.load"})) {
            Seen seen = seen().samples(400, each[1]).services(20_000, "MessageDigest", "SHA-256", "SUN");
            assertTrue(seen.counted(0.1).rules().contains(each[0]), each[0]);
            assertTrue(!seen.counted(Seen.SECONDS).rules().contains(each[0]), each[0]);
        }
        Seen once = seen().samples(400, "javax.net.ssl.SSLContext.init").services(1, "SSLContext", "TLS", "SunJSSE");
        assertTrue(only(once.counted(0.2), "context-per-call").evidence().stream().noneMatch(each -> each.contains(
                "per second")), "one event is no rate");
    }

    /** The name server takes seconds, but no CPU. */
    @Test
    void threadsThatWaitForANameAreSeenAtSomeMoments() {
        String[] waiting = {"java.net.Inet6AddressImpl.getHostByAddr", "java.net.InetAddress.getHostFromNameService"};
        assertEquals(List.of(), seen().moment("java.util.HashMap.put").moment(waiting).moment("java.util.HashMap.put")
                .rules(), "of one moment nothing follows");
        Finding finding = only(seen().moment(waiting).moment("java.util.HashMap.put").moment(waiting), "reverse-dns");
        assertTrue(finding.evidence().containsAll(List.of("2 threads waited for names at 3 moments",
                "threads waited 667 ms per second")), finding.evidence().toString());
        assertTrue(finding.cure().words().contains("com.example.Pay.call"), finding.cure().words());
    }

    // Providers.

    @Test
    void servicesOfOneTypeAndCallerAreCounted() {
        Seen seen = seen().samples(400, "javax.crypto.Mac.getInstance").services(3_000, "Mac", "HmacSHA512", "SunJCE");
        assertTrue(only(seen, "getinstance-hot").cure().lines().contains("        return Mac.getInstance("
                + "\"HmacSHA512\");"), seen.diagnosis().toString());
        Seen digests = seen().samples(400, "java.security.MessageDigest.getInstance")
                .services(3_000, "MessageDigest", "SHA-512", "SUN");
        assertTrue(only(digests, "getinstance-hot").cure().lines().get(0).contains("\"SHA-512\""));
        Seen many = seen().samples(400, "javax.crypto.Mac.getInstance");
        for (int i = 0; i < 10; i++) {
            many.services(1_000, "Mac", "HmacSHA512", "SunJCE", "org.b.Caller" + i + ".b");
        }
        assertEquals(List.of(), many.rules(), "each asks seldom");
    }

    @Test
    void whatOnlyBouncyCastleHasItMayDo() {
        String digest = "org.bouncycastle.jcajce.provider.digest.BCMessageDigest.engineUpdate";
        assertEquals(List.of(), seen().samples(400, "org.bouncycastle.crypto.digests.Blake2bDigest.update", digest)
                .rules());
        only(seen().samples(400, "org.bouncycastle.crypto.digests.SHA256Digest.processBlock", digest), "bc-first");
        assertEquals(List.of(), seen().samples(400, "org.bouncycastle.crypto.engines.AESEngine.encryptBlock",
                "org.bouncycastle.crypto.modes.CCMBlockCipher.processBytes").rules());
        assertEquals(List.of(), seen().samples(400, "org.bouncycastle.crypto.engines.SM4Engine.processBlock",
                "org.bouncycastle.crypto.modes.CBCBlockCipher.processBlock").rules());
        assertEquals(List.of(), seen().samples(400, "org.bouncycastle.math.ec.custom.sec.SecP256K1Field.multiply",
                "org.bouncycastle.jcajce.provider.asymmetric.ec.SignatureSpi.engineSign").rules());
    }

    @Test
    void bouncyCastleIsNotReplacedWhereTheJdkIsSlower() {
        String spi = "org.bouncycastle.jcajce.provider.asymmetric.ec.SignatureSpi.";
        String field = "org.bouncycastle.math.ec.custom.sec.SecP256R1Field.multiply";
        assertNotFound(seen().samples(400, field, spi + "engineSign"), "bc-first");
        only(seen().jdk("25.0.3").samples(400, field, spi + "engineSign"), "bc-first");
        assertNotFound(seen().jdk("25.0.3").samples(400, field, spi + "engineVerify"), "bc-first");
        assertNotFound(seen().jdk("25.0.3").samples(400, "org.bouncycastle.math.ec.custom.sec.SecP384R1Field.multiply",
                spi + "engineSign"), "bc-first");
    }

    @Test
    void theSavingByTheJdkDependsOnTheAlgorithm() {
        String[] rsa = {"org.bouncycastle.crypto.engines.RSACoreEngine.processBlock",
            "org.bouncycastle.jcajce.provider.asymmetric.rsa.DigestSignatureSpi.engineSign"};
        String[] aes = {"org.bouncycastle.crypto.modes.GCMBlockCipher.processBytes",
            "org.bouncycastle.jcajce.provider.symmetric.util.BaseBlockCipher.engineDoFinal"};
        assertEquals(0.24, saved(seen().samples(400, rsa)), 0.01, "RSA signs 1.31 times as slowly");
        assertEquals(0.95, saved(seen().samples(400, aes)), 0.01);
        assertEquals((0.24 + 0.95) / 2, saved(seen().samples(400, rsa).samples(400, aes)), 0.01);
    }

    private static double saved(Seen seen) {
        Finding found = only(seen, "bc-first");
        return found.savedShare() / found.cpuShare();
    }

    private static void assertNotFound(Seen seen, String rule) {
        assertFalse(seen.rules().contains(rule), seen.rules()::toString);
    }

    @Test
    void threadsThatTakeTurnsAtALookUpAreSeenWaiting() {
        String[] looking = {"java.security.Provider.getService", "sun.security.jca.ProviderList.getService"};
        assertTrue(only(seen().monitors(600, looking), "provider-lock").cure().words()
                .endsWith("com.example.Pay.call(Pay.java:41) waited"));
        assertEquals(300 / 1_300.0, only(seen().monitors(2, looking).samples(300, below("java.util.HashMap.get",
                looking)), "provider-lock").cpuShare(), 1e-9);
    }

    @Test
    void aFlagThatIsOffExplainsItsOwnAlgorithmsOnly() {
        Seen seen = seen().samples(200, "com.sun.crypto.provider.AESCrypt.encryptBlock").samples(300,
                "sun.security.provider.SHA2.implCompress0").flag("UseAES", false).flag("UseSHA256Intrinsics", true);
        Finding finding = only(seen, "crypto-unaccelerated");
        assertEquals(200 / 1_500.0, finding.cpuShare(), 1e-9);
        assertTrue(finding.cure().words().contains("-XX:-UseAES."), finding.cure().words());
        only(seen().samples(300, "sun.security.provider.SHA2.implCompress0").flag("UseSHA256Intrinsics", false),
                "crypto-unaccelerated");
    }

    @Test
    void aProviderIsMissingOnlyWhereALaterOneWasMade() {
        Seen seen = seen().security("security.provider.1", "SUN").security("security.provider.2", "com.example.Fast x")
                .security("security.provider.3", "SunEC").security("security.provider.4", "SunJCE")
                .heap("sun.security.provider.Sun", 1).heap("sun.security.ec.SunEC", 1);
        assertEquals(List.of(), seen.rules(), "nothing was asked of it yet");
        seen.heap("com.sun.crypto.provider.SunJCE", 1);
        assertTrue(only(seen, "provider-not-there").evidence().get(0).startsWith("com.example.Fast is not"));
        assertEquals(List.of(), seen.heap("com.example.Fast", 1).rules());
    }

    // Suites and watching.

    @Test
    void whatIsNotOfTlsIsLeftToTheProgram() {
        String chacha = "com.sun.crypto.provider.ChaCha20Cipher.engineUpdate";
        String record = "sun.security.ssl.SSLCipher$T13CC20P1305WriteCipherGenerator$CC20P1305WriteCipher.encrypt";
        assertEquals(List.of(), seen().samples(400, chacha).rules());
        Finding before = only(seen().samples(400, chacha, record), "chacha-on-aes");
        Finding since = only(seen().samples(400, chacha, record).jdk("25.0.3"), "chacha-on-aes");
        assertTrue(before.savedShare() > since.savedShare());
    }

    @Test
    void aSecondHelloIsSeenOnBothSides() {
        only(seen().samples(100, below("java.security.KeyPairGenerator.generateKeyPair",
                "sun.security.ssl.ServerHello$T13HelloRetryRequestConsumer.consume",
                "sun.security.ssl.SSLHandshake.consume"))
                .samples(50, below("sun.security.ssl.ServerHello$T13HelloRetryRequestProducer.produce", SERVER)),
                "hello-retry");
    }

    @Test
    void onlyDecryptionByGcmKeepsAMessage() {
        String stream = "javax.crypto.CipherInputStream.read";
        String copying = "java.io.ByteArrayOutputStream.write";
        only(seen().samples(400, copying, "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt.doUpdate", stream),
                "gcm-streaming");
        only(seen().jdk("11.0.27").samples(400, copying, "com.sun.crypto.provider.GaloisCounterMode.decrypt", stream),
                "gcm-streaming");
        assertEquals(List.of(), seen().samples(400, "com.sun.crypto.provider.CipherCore.update", stream).rules());
        assertEquals(List.of(), seen().samples(400, "com.sun.crypto.provider.GaloisCounterMode$GCMEncrypt.doUpdate",
                "javax.crypto.CipherOutputStream.write").rules());
        assertEquals(List.of(), seen().jdk("").samples(400, copying,
                "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt.doUpdate", stream).rules(), "which JDK?");
    }

    @Test
    void aLeakDetectorThatSamplesCostsLittle() {
        String tracking = "io.netty.util.ResourceLeakDetector.track";
        assertEquals(List.of(), seen().samples(400, tracking).rules());
        assertEquals(List.of(), seen().samples(400, tracking).system("io.netty.leakDetection.level", "simple").rules());
        only(seen().samples(400, tracking).system("io.netty.leakDetection.level", "PARANOID"), "leak-detector");
        only(seen().samples(400, tracking).system("io.netty.leakDetectionLevel", "advanced"), "leak-detector");
        only(seen().samples(400, "io.netty.buffer.AdvancedLeakAwareByteBuf.recordLeakNonRefCountingOperation"),
                "leak-detector");
    }
}

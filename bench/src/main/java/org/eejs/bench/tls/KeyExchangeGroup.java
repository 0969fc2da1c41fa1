package org.eejs.bench.tls;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.eejs.banking.Named;

/** A group for key exchange, by its usual name. Code points are IANA's, of the registry "TLS Supported Groups". */
public enum KeyExchangeGroup implements Named {
    /** The JDK's default group with itself. */
    DEFAULT("default", null, 0),
    X25519("X25519", "x25519", 0x001d),
    P256("P-256", "secp256r1", 0x0017),
    /** The hybrid of X25519 and ML-KEM-768, which JSSE offers from JDK 27 on. */
    X25519MLKEM768("X25519MLKEM768", "X25519MLKEM768", 0x11ec);

    private static final String PROPERTY = "jdk.tls.namedGroups";

    private final String id;
    private final String jsseName;
    private final int codePoint;

    KeyExchangeGroup(String id, String jsseName, int codePoint) {
        this.id = id;
        this.jsseName = jsseName;
        this.codePoint = codePoint;
    }

    @Override
    public String id() {
        return id;
    }

    /** Returns whether the server sent its public key in this group; the default group matches any. */
    boolean isAgreedIn(HelloParser hellos) {
        return this == DEFAULT || hellos.agreed().equals(OptionalInt.of(codePoint));
    }

    /** Returns whether the client offered only this group, so that it computed a key in no other. */
    boolean isAloneIn(HelloParser hellos) {
        return this == DEFAULT || hellos.offered().equals(Set.of(codePoint));
    }

    /**
     * Makes sure that JSSE offers the group by default.
     *
     * @throws NoSuchAlgorithmException when it does not on this JDK
     */
    void checkOffered() throws NoSuchAlgorithmException, SSLException {
        if (this == DEFAULT) {
            return;
        }
        SSLEngine engine = SSLContext.getDefault().createSSLEngine(Authority.HOST, 1);
        engine.setUseClientMode(true);
        HelloParser hellos = new HelloParser();
        ByteBuffer sent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), sent);
        hellos.sent(EnginePair.Side.CLIENT, sent.flip());
        if (!hellos.offered().contains(codePoint)) {
            throw new NoSuchAlgorithmException("JSSE of JDK " + Runtime.version().feature()
                    + " does not offer the group " + id);
        }
    }

    /**
     * Restricts this JVM to the group, where JSSE takes groups for a whole JVM only (before JDK 20). Call it before any
     * use of TLS, since JSSE reads the setting once.
     */
    void setForJvm() {
        if (this != DEFAULT && listSetter() == null) {
            System.setProperty(PROPERTY, jsseName);
        }
    }

    /**
     * Restricts an engine to the group, from JDK 20 on. On older JDKs, without {@link #setForJvm}, it leaves this group
     * and P-256, which comes after X25519. JSSE asks an engine's constraints for each group, but without P-256 it would
     * refuse certificates on that curve, too.
     */
    void setOnly(SSLEngine engine) {
        Method ofList = listSetter();
        if (this == DEFAULT || ofList == null && jsseName.equals(System.getProperty(PROPERTY))) {
            return;
        }
        SSLParameters parameters = engine.getSSLParameters();
        if (ofList == null) {
            parameters.setAlgorithmConstraints(new Only(List.of(jsseName, P256.jsseName)));
        } else {
            try {
                ofList.invoke(parameters, (Object) new String[] {jsseName});
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("JSSE did not take the group " + jsseName, e);
            }
        }
        engine.setSSLParameters(parameters);
    }

    private static Method listSetter() {
        try {
            return SSLParameters.class.getMethod("setNamedGroups", String[].class);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** Refuses all groups but these; JSSE itself refuses what the JDK disables. */
    private record Only(List<String> groups) implements AlgorithmConstraints {
        /** All groups of JDKs before 20. */
        private static final Set<String> KNOWN = Set.of("x25519", "x448", "secp256r1", "secp384r1", "secp521r1",
                "ffdhe2048", "ffdhe3072", "ffdhe4096", "ffdhe6144", "ffdhe8192");

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
            return groups.contains(algorithm) || !KNOWN.contains(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
            return true;
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String algorithm, Key key,
                AlgorithmParameters parameters) {
            return permits(primitives, algorithm, parameters);
        }
    }
}

package org.eejs.doctor.rules.keys;

import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/**
 * A password hash is slow on purpose. It is a bottleneck only if a password comes with each request, as in Basic
 * authentication. A login, and a key that is derived from a password, have to cost it.
 */
public final class PasswordHash extends FrameRule {
    /** Frames that decrypt key stores or log in to servers; their passwords are not those of users. */
    private static final FramePattern STORE = new FramePattern("java.security.KeyStore", "sun.security.pkcs12.",
            "sun.security.ssl.", "com.sun.crypto.provider.PBES2", "com.sun.crypto.provider.PBMAC1",
            "com.sun.crypto.provider.PBEWith", "javax.crypto.EncryptedPrivateKeyInfo.", "org.bouncycastle.openssl.",
            "org.bouncycastle.pkcs.", "*.ongres.", "org.postgresql.", "com.mysql.", "org.mariadb.", "com.mongodb.",
            "oracle.jdbc.", "com.microsoft.sqlserver.", "org.apache.kafka.", "*Scram");

    /** Frames that take a password from each request. */
    private static final FramePattern BASIC = new FramePattern("com.sun.net.httpserver.BasicAuthenticator.",
            "io.quarkus.vertx.http.runtime.security.BasicAuthenticationMechanism.",
            "io.undertow.security.impl.BasicAuthenticationMechanism.",
            "io.vertx.ext.web.handler.impl.BasicAuthHandlerImpl.",
            "org.apache.catalina.authenticator.BasicAuthenticator.",
            "org.apache.shiro.web.filter.authc.BasicHttpAuthenticationFilter.",
            "org.eclipse.jetty.*security.authentication.BasicAuthenticator.",
            "org.glassfish.soteria.mechanisms.BasicAuthenticationMechanism.",
            "org.springframework.security.web.authentication.www.BasicAuthenticationFilter.",
            "org.wildfly.security.http.basic.BasicAuthenticationMechanism.");
    /** Frames that derive a key, or hash a password. */
    private static final FramePattern DERIVING = new FramePattern("com.sun.crypto.provider.PBKDF2",
            "org.bouncycastle.crypto.generators.PKCS5S2");
    /** Names of code that checks a user's password. */
    private static final FramePattern LOGIN = new FramePattern("*assword", "*redential", "*uthentic", "*ogin",
            "*.springframework.security.");
    /** The part that is saved if the first of ten requests of a session hashes. */
    private static final double SAVED = 0.9;

    /** Creates the rule. */
    public PasswordHash() {
        this(0);
    }

    private PasswordHash(double saved) {
        super("password-hash-hot", "The service hashes passwords again and again",
                "spring-security#4959, #10112, elasticsearch#87255", saved,
                "com.sun.crypto.provider.PBKDF2", "org.springframework.security.crypto.bcrypt.",
                "org.springframework.security.crypto.password.", "org.springframework.security.crypto.scrypt.",
                "org.springframework.security.crypto.argon2.", "org.mindrot.jbcrypt.BCrypt.",
                "at.favre.lib.crypto.bcrypt.", "de.mkammerer.argon2.",
                "org.bouncycastle.crypto.generators.BCrypt", "org.bouncycastle.crypto.generators.OpenBSDBCrypt",
                "org.bouncycastle.crypto.generators.Argon2", "org.bouncycastle.crypto.generators.SCrypt",
                "org.bouncycastle.crypto.generators.PKCS5S2");
    }

    private static boolean isHash(Lookup lookup) {
        return lookup.type().equals("SecretKeyFactory") && lookup.algorithm().startsWith("PBKDF2")
                && !lookup.stack().has(STORE);
    }

    @Override
    public boolean isRemark() {
        return true;
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        double all = evidence.share(stack -> claims(stack) >= 0);
        return all == 0 ? this : new PasswordHash(SAVED * evidence.share(stack -> claims(stack) >= 0
                && stack.has(BASIC)) / all);
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(STORE) || stack.has(DERIVING) && !stack.has(BASIC) && !stack.hasForeign(LOGIN) ? -1
                : super.claims(stack);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, PasswordHash::isHash).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return "a stolen session or token is valid until it ends, and sessions need protection against CSRF";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        double hashes = evidence.lookupsPerSecond(PasswordHash::isHash);
        boolean spring = claim.frame().startsWith("org.springframework.") || claim.caller().startsWith(
                "org.springframework.");
        return Cures.of((saved() == 0 ? "Do not speed up logins and keys that are derived from a password. But if "
                + "users send their password with each request, which this capture does not show, check "
                : "Users send their password with each request, by Basic authentication: check ") + "it once, then "
                + "use a session or a token. Change the session id at the login, so that no earlier id is accepted. "
                + claim.caller() + " hashes passwords"
                + (hashes == 0 ? "" : ", %.1f per second".formatted(hashes)), spring
                ? new String[] {"http.sessionManagement(of -> of",
                    "        .sessionCreationPolicy(SessionCreationPolicy.IF_REQUIRED)",
                    "        .sessionFixation(fixation -> fixation.changeSessionId()));"}
                : new String[] {"request.getSession();", "request.changeSessionId();",
                    "request.getSession().setAttribute(\"user\", user);"});
    }
}

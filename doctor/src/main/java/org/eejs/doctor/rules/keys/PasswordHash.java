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
 * A password is hashed slowly, as it should be. That is only a bottleneck where it comes with each request, as by Basic
 * authentication: a login is to cost it, and a key that is derived from a password, too.
 */
public final class PasswordHash extends FrameRule {
    /** Keys that are decrypted by a password are no passwords of users. */
    private static final FramePattern STORE = new FramePattern("java.security.KeyStore", "sun.security.pkcs12.",
            "sun.security.ssl.", "com.sun.crypto.provider.PBES2", "com.sun.crypto.provider.PBMAC1",
            "com.sun.crypto.provider.PBEWith", "javax.crypto.EncryptedPrivateKeyInfo.", "org.bouncycastle.openssl.",
            "org.bouncycastle.pkcs.");

    /** Who takes a password from each request. */
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
    /** Of ten requests of a session the first hashes. */
    private static final double SAVED = 0.9;

    /** The rule. */
    public PasswordHash() {
        this(0);
    }

    private PasswordHash(double saved) {
        super("password-hash-hot", "Passwords are hashed again and again",
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
        return stack.has(STORE) ? -1 : super.claims(stack);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, PasswordHash::isHash).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return "a stolen session or token is good until it ends, and a session needs a guard against CSRF";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        double hashes = evidence.lookupsPerSecond(PasswordHash::isHash);
        boolean spring = claim.frame().startsWith("org.springframework.") || claim.caller().startsWith(
                "org.springframework.");
        return Cures.of((saved() == 0 ? "Logins are to cost this, and keys that are derived from a password: nothing "
                + "is to be saved there. Where a user sends the password with each request, which is not seen here"
                : "A user sends the password with each request, by Basic authentication") + ", check it once and go on "
                + "with a session or a token. Change the session’s id at the login, so that no id from before is let "
                + "in; "
                + claim.caller() + " hashes"
                + (hashes == 0 ? " it" : " %.1f a second".formatted(hashes)), spring
                ? new String[] {"http.sessionManagement(of -> of",
                    "        .sessionCreationPolicy(SessionCreationPolicy.IF_REQUIRED)",
                    "        .sessionFixation(fixation -> fixation.changeSessionId()));"}
                : new String[] {"request.getSession();", "request.changeSessionId();",
                    "request.getSession().setAttribute(\"user\", user);"});
    }
}

package org.eejs.xmlload.keys;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Named;
import org.eejs.pix.message.OneLine;

/** Opens security providers in this process, and has them make keys. */
final class SignatureKeys {
    /** Leaves the choice to the JVM. */
    private static final String JVM = "JDK";
    private static final String BRIDGE = "SunPKCS11";
    private static final String REMOTE = "EEJSRemote";
    private static final String REMOTE_CLASS = "org.eejs.remotekey.RemoteKeyProvider";
    private static final String REMOTE_STORE = "EEJS-REMOTE";

    private SignatureKeys() {}

    static SignatureSetup open(String algorithm, String option) {
        SignatureKey key = Named.byId(SignatureKey.class, "a key", algorithm);
        boolean remote = option.startsWith(REMOTE + ":");
        Path file = remote || option.startsWith(BRIDGE + ":") ? file(option) : null;
        try {
            Provider provider = file == null ? named(option) : remote ? foreign(REMOTE_CLASS) : bridge(file);
            KeyPair keys = remote ? remote(provider, key, file)
                    : key.generate(generating(provider, key));
            SignatureSetup setup = new SignatureSetup(key, keys, provider);
            prove(setup);
            return setup;
        } catch (GeneralSecurityException | IOException | ProviderException e) {
            throw new IllegalArgumentException("%s cannot sign with a key %s: %s".formatted(option, algorithm,
                    causes(e)), e);
        }
    }

    /** Who makes the keys: of those that only sign or only encode, the JVM's own choice. */
    private static Provider generating(Provider provider, SignatureKey key) {
        return provider == null || provider.getService("KeyPairGenerator", key.jcaName()) == null ? null : provider;
    }

    /** Null for the JVM's own choice. */
    private static Provider named(String option) throws GeneralSecurityException {
        if (option.equals(JVM)) {
            return null;
        }
        Provider installed = Security.getProvider(option);
        if (installed != null) {
            return installed;
        }
        if (!option.contains(".")) {
            throw new IllegalArgumentException(("'%s' is not a provider of this JVM; there are %s, %s:FILE, %s:FILE, "
                    + "and classes of providers on the class path").formatted(option, names(), BRIDGE, REMOTE));
        }
        return foreign(option);
    }

    private static String names() {
        return Stream.concat(Stream.of(JVM), Stream.of("RSA", "ECDSA")
                .flatMap(key -> Arrays.stream(Security.getProviders("Signature.SHA256with" + key)))
                .map(Provider::getName)).distinct().collect(Collectors.joining(", "));
    }

    private static Path file(String option) {
        Path file = Path.of(option.substring(option.indexOf(':') + 1));
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("provider " + option + ": there is no file " + file);
        }
        return file;
    }

    private static Provider bridge(Path configuration) throws GeneralSecurityException {
        Provider bridge = Security.getProvider(BRIDGE);
        if (bridge == null) {
            throw new GeneralSecurityException("this JVM has no provider " + BRIDGE);
        }
        try {
            return bridge.configure(configuration.toString());
        } catch (InvalidParameterException | ProviderException e) {
            throw new GeneralSecurityException("it does not open a token: " + causes(e), e);
        }
    }

    private static Provider foreign(String className) throws GeneralSecurityException {
        try {
            return (Provider) Class.forName(className).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new GeneralSecurityException("the class path has no class " + className, e);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new GeneralSecurityException("no provider can be made of " + className + ": " + cause, cause);
        }
    }

    private static KeyPair remote(Provider provider, SignatureKey key, Path cluster)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(REMOTE_STORE, provider);
        try (InputStream in = Files.newInputStream(cluster)) {
            store.load(in, null);
        }
        Key secret = store.getKey(key.id(), null);
        if (!(secret instanceof PrivateKey usable)) {
            throw new GeneralSecurityException("the key servers grant no such key");
        }
        return new KeyPair(store.getCertificate(key.id()).getPublicKey(), usable);
    }

    /** Tries the key, so that what does not work is reported before anything is measured. */
    private static void prove(SignatureSetup setup) throws GeneralSecurityException {
        byte[] data = new byte[64];
        Signature signing = setup.engine(setup.key().signatureName());
        signing.initSign(setup.keys().getPrivate());
        signing.update(data);
        byte[] value = signing.sign();
        // By whoever the JVM chooses: a provider that agrees with itself alone is of no use.
        Signature verifying = Signature.getInstance(setup.key().signatureName());
        verifying.initVerify(setup.keys().getPublic());
        verifying.update(data);
        if (!verifying.verify(value)) {
            throw new SignatureException("a signature that it made does not verify");
        }
    }

    private static String causes(Throwable e) {
        StringBuilder line = new StringBuilder();
        for (Throwable each = e; each != null; each = each.getCause()) {
            String said = each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
            if (line.indexOf(said) < 0) {
                line.append(line.length() == 0 ? "" : ": ").append(said);
            }
        }
        return OneLine.of(line.toString());
    }
}

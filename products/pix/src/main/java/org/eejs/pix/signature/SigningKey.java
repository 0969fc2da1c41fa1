package org.eejs.pix.signature;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.eejs.pix.message.PixInputException;
import org.eejs.pki.files.FaultyFileException;

/**
 * A key, its certificate and the provider that signs with it, from a key store of any type that this JVM knows.
 *
 * @param provider null for the first that takes the key
 */
public record SigningKey(PrivateKey key, X509Certificate certificate, Provider provider) {
    private static final String PKCS11 = "PKCS11";
    private static final String REMOTE = "EEJS-REMOTE";
    private static final String REMOTE_PROVIDER = "EEJSRemote";

    /**
     * Opens a key store and takes a key out of it.
     *
     * @param store the file; for PKCS11 the configuration of the JDK's SunPKCS11, for EEJS-REMOTE a cluster's file
     * @param passwordFile holds the password, or the PIN of a token; null for none
     * @param providerName the signing provider: an installed provider, one on the class path, or {@code CLASS@JAR};
     *         null for the key's own provider, or the first that takes the key
     * @throws PixInputException with a line that reports what is not available
     */
    public static SigningKey open(Path store, String type, Path passwordFile, String alias, String providerName) {
        char[] password = passwordFile == null ? null : password(passwordFile);
        try {
            Provider owner = switch (type) {
                case PKCS11 -> token(store);
                case REMOTE -> provider(REMOTE_PROVIDER);
                default -> null;
            };
            KeyStore keys = owner == null ? KeyStore.getInstance(type) : KeyStore.getInstance(type, owner);
            if (type.equals(PKCS11)) {
                keys.load(null, password);
            } else {
                try (InputStream in = Files.newInputStream(store)) {
                    keys.load(in, password);
                }
            }
            Key key = keys.getKey(alias, password);
            if (!(key instanceof PrivateKey secret)) {
                throw new PixInputException(store + ": there is no private key '" + alias + "'; there are "
                        + Collections.list(keys.aliases()));
            }
            if (!(keys.getCertificate(alias) instanceof X509Certificate certificate)) {
                throw new PixInputException(store + ": the key '" + alias + "' has no X.509 certificate");
            }
            return new SigningKey(secret, certificate, providerName == null ? owner : provider(providerName));
        } catch (KeyStoreException e) {
            throw new PixInputException("there is no type of key store '" + type + "'; " + known(), e);
        } catch (UnrecoverableKeyException e) {
            throw new PixInputException(store + ": the password does not open the key '" + alias + "'", e);
        } catch (FaultyFileException e) {
            // A fault in a cluster's file or in a file that it names.
            throw new PixInputException(e.getMessage(), e);
        } catch (IOException e) {
            if (e.getCause() instanceof GeneralSecurityException) {
                throw new PixInputException(store + ": the password is wrong, or missing; name its file by "
                        + "--password-file", e);
            }
            if (!Files.isReadable(store)) {
                throw MessageFile.unreadable(store, e);
            }
            throw new PixInputException(store + " is not a key store of type " + type + ": " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new PixInputException(store + ": opening it failed: " + e.getMessage(), e);
        } finally {
            if (password != null) {
                Arrays.fill(password, '\0');
            }
        }
    }

    private static String known() {
        return "there are " + String.join(", ", Security.getAlgorithms("KeyStore")) + ", PKCS11 and EEJS-REMOTE";
    }

    private static char[] password(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("").toCharArray();
        } catch (IOException e) {
            throw MessageFile.unreadable(file, e);
        }
    }

    private static Provider token(Path configuration) {
        if (!Files.isReadable(configuration)) {
            throw new PixInputException(configuration + ": there is no such file; for PKCS11 --key-store names a "
                    + "configuration of SunPKCS11");
        }
        Provider bridge = Security.getProvider("SunPKCS11");
        if (bridge == null) {
            throw new PixInputException("this JDK has no provider SunPKCS11");
        }
        try {
            return bridge.configure(configuration.toString());
        } catch (InvalidParameterException | ProviderException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new PixInputException(configuration + " does not open a token: " + cause.getMessage(), e);
        }
    }

    /** Returns a provider that is installed, or on the class path, or in a jar that the name gives. */
    private static Provider provider(String name) {
        if (name.contains("@")) {
            return fromJars(name.substring(0, name.indexOf('@')), name.substring(name.indexOf('@') + 1));
        }
        Provider installed = Security.getProvider(name);
        if (installed != null) {
            return installed;
        }
        return ServiceLoader.load(Provider.class).stream().map(ServiceLoader.Provider::get)
                .filter(each -> each.getName().equals(name)).findFirst().orElseThrow(() -> new PixInputException(
                        "there is no provider '" + name + "', neither installed nor on the class path"));
    }

    private static Provider fromJars(String className, String jars) {
        List<URL> urls = new ArrayList<>();
        for (String jar : jars.split(File.pathSeparator)) {
            if (!Files.exists(Path.of(jar))) {
                throw new PixInputException(jar + ": there is no such file; the provider " + className
                        + " is not there");
            }
            try {
                urls.add(Path.of(jar).toUri().toURL());
            } catch (MalformedURLException e) {
                throw new PixInputException(jar + " is not readable as a class path: " + e.getMessage(), e);
            }
        }
        try {
            return (Provider) new URLClassLoader(urls.toArray(URL[]::new)).loadClass(className).getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new PixInputException("loading the provider " + className + " from " + jars + " failed: " + e, e);
        }
    }
}

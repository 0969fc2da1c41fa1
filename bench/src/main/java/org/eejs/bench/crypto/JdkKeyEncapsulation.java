package org.eejs.bench.crypto;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import javax.crypto.SecretKey;

/**
 * {@code javax.crypto.KEM}, which JDK 21 introduced. Later updates of JDK 17 have it, too, but not its class files for
 * the compiler. Constant method handles call it, which the JIT compiler inlines like calls.
 */
public final class JdkKeyEncapsulation implements KeyEncapsulation {
    private static final Class<?> KEM = classOf("");
    private static final Class<?> ENCAPSULATOR = classOf("$Encapsulator");
    private static final Class<?> DECAPSULATOR = classOf("$Decapsulator");
    private static final Class<?> ENCAPSULATED = classOf("$Encapsulated");

    private static final MethodHandle GET_INSTANCE = KEM == null ? null : handle(() -> MethodHandles.publicLookup()
            .findStatic(KEM, "getInstance", methodType(KEM, String.class, Provider.class)));
    private static final MethodHandle NEW_ENCAPSULATOR = method(KEM, "newEncapsulator", ENCAPSULATOR, PublicKey.class);
    private static final MethodHandle NEW_DECAPSULATOR = method(KEM, "newDecapsulator", DECAPSULATOR,
            PrivateKey.class);
    private static final MethodHandle ENCAPSULATE = method(ENCAPSULATOR, "encapsulate", ENCAPSULATED);
    private static final MethodHandle DECAPSULATE = method(DECAPSULATOR, "decapsulate", SecretKey.class, byte[].class);
    private static final MethodHandle KEY = method(ENCAPSULATED, "key", SecretKey.class);
    private static final MethodHandle ENCAPSULATION = method(ENCAPSULATED, "encapsulation", byte[].class);

    private final Object kem;

    /**
     * The encapsulation of a provider.
     *
     * @throws NoSuchAlgorithmException when the provider has none
     */
    public JdkKeyEncapsulation(Provider provider, KeyAlgorithm algorithm) throws GeneralSecurityException {
        try {
            kem = (Object) GET_INSTANCE.invokeExact(algorithm.jcaName(), provider);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    /** Returns whether this JDK has it. */
    public static boolean isHere() {
        return KEM != null;
    }

    @Override
    public Object encapsulate(PublicKey peer) throws GeneralSecurityException {
        try {
            Object encapsulator = (Object) NEW_ENCAPSULATOR.invokeExact(kem, peer);
            return (Object) ENCAPSULATE.invokeExact(encapsulator);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public Object decapsulate(PrivateKey own, byte[] encapsulation) throws GeneralSecurityException {
        try {
            Object decapsulator = (Object) NEW_DECAPSULATOR.invokeExact(kem, own);
            return (Object) DECAPSULATE.invokeExact(decapsulator, encapsulation);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public byte[] encapsulationOf(Object encapsulated) {
        try {
            return (byte[]) ENCAPSULATION.invokeExact(encapsulated);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public byte[] secretOf(Object encapsulated) {
        if (encapsulated instanceof SecretKey key) {
            return key.getEncoded();
        }
        try {
            return ((SecretKey) (Object) KEY.invokeExact(encapsulated)).getEncoded();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns checked exceptions for the caller to throw, and throws all others. */
    private static GeneralSecurityException thrown(Throwable e) {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof GeneralSecurityException checked ? checked : new GeneralSecurityException(e);
    }

    private static Class<?> classOf(String nested) {
        try {
            return Class.forName("javax.crypto.KEM" + nested);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Returns a method of a class of this API; types that the compiler does not know are Object in its signature. */
    private static MethodHandle method(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        return KEM == null ? null : handle(() -> MethodHandles.publicLookup().findVirtual(owner, name,
                methodType(result, parameters)));
    }

    private static MethodHandle handle(Lookup lookup) {
        try {
            MethodHandle handle = lookup.find();
            MethodType erased = handle.type().changeReturnType(erased(handle.type().returnType()));
            for (int at = 0; at < erased.parameterCount(); at++) {
                erased = erased.changeParameterType(at, erased(erased.parameterType(at)));
            }
            return handle.asType(erased);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK's javax.crypto.KEM is not the one that is known: " + e, e);
        }
    }

    private static Class<?> erased(Class<?> type) {
        return type == SecretKey.class || type.getName().startsWith("javax.crypto.KEM") ? Object.class : type;
    }

    /** A look-up that may fail. */
    private interface Lookup {
        MethodHandle find() throws ReflectiveOperationException;
    }
}

package org.eejs.jsse.runtime;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A public method that the running JDK may have, although Java 8 does not. Immutable, thread-safe. */
public final class NewerMethod {
    /** Null if this JDK does not have it. */
    private final Method method;
    private final String name;

    public NewerMethod(Class<?> type, String name, Class<?>... parameters) {
        this.name = type.getSimpleName() + "." + name;
        Method found;
        try {
            found = type.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            found = null;
        }
        this.method = found;
    }

    /** Returns whether this JDK has it. */
    public boolean exists() {
        return method != null;
    }

    /**
     * Calls the method.
     *
     * @throws IOException if the method throws it; unchecked exceptions pass through, too
     * @throws UnsupportedOperationException if this JDK does not have it
     */
    public Object call(Object target, Object... arguments) throws IOException {
        if (method == null) {
            throw new UnsupportedOperationException("this version of Java has no " + name);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException) {
                throw (IOException) cause;
            }
            if (cause instanceof RuntimeException) {
                throw (RuntimeException) cause;
            }
            if (cause instanceof Error) {
                throw (Error) cause;
            }
            throw new IllegalStateException(name + " failed: " + cause, cause);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(name + " is public", e);
        }
    }
}

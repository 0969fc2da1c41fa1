package org.eejs.jsse.context;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Set;

/** The methods of sockets that Java 8 does not have, for those who can only call them on a newer one. */
final class SocketOptions {
    private SocketOptions() {}

    /** Sets an option of a socket. */
    static <T> void set(Socket socket, SocketOption<T> option, T value) throws IOException {
        call(socket, "setOption", new Class<?>[] {SocketOption.class, Object.class}, option, value);
    }

    /** The value of an option of a socket. */
    @SuppressWarnings("unchecked") // The signature of the method that is called.
    static <T> T get(Socket socket, SocketOption<T> option) throws IOException {
        return (T) call(socket, "getOption", new Class<?>[] {SocketOption.class}, option);
    }

    /** The options that a socket has. */
    @SuppressWarnings("unchecked") // The signature of the method that is called.
    static Set<SocketOption<?>> of(Socket socket) {
        try {
            return (Set<SocketOption<?>>) call(socket, "supportedOptions", new Class<?>[0]);
        } catch (IOException e) {
            throw new IllegalStateException("sockets tell their options without a look at anything: " + e, e);
        }
    }

    private static Object call(Socket socket, String name, Class<?>[] types, Object... arguments) throws IOException {
        try {
            Method method = Socket.class.getMethod(name, types);
            return method.invoke(socket, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException) {
                throw (IOException) e.getCause();
            }
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw new IllegalStateException(name + " of a socket failed: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("sockets of Java 8 have no " + name, e);
        }
    }
}

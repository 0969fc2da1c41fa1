package org.eejs.jsse.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * A daemon thread that holds nothing of the application that happens to start it: no thread-locals, no class loader and
 * no thread group. Nor does it hold an access control context, which has the class loaders of all callers. Otherwise
 * the application could not be unloaded while the thread lives. Thread-safe.
 */
public final class DetachedThread {
    /** The constructor of Java 9 and newer: group, task, name, stack size, and whether thread-locals are inherited. */
    private static final Constructor<Thread> WITHOUT_LOCALS = constructor();

    private DetachedThread() {}

    private static Constructor<Thread> constructor() {
        try {
            return Thread.class.getConstructor(ThreadGroup.class, Runnable.class, String.class, long.class,
                    boolean.class);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** Returns a thread that is not started. */
    public static Thread of(Runnable task, String name) {
        Thread thread = AccessController.doPrivileged((PrivilegedAction<Thread>) () -> create(task, name));
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    private static Thread create(Runnable task, String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        if (WITHOUT_LOCALS == null) {
            return forgettingLocals(new Thread(group, task, name));
        }
        try {
            return WITHOUT_LOCALS.newInstance(group, task, name, 0L, false);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a public constructor of Thread failed", e);
        }
    }

    /**
     * Removes inherited thread-locals by reflection: on Java 8, a new thread copies the inheritable thread-locals of
     * its creator.
     */
    private static Thread forgettingLocals(Thread thread) {
        try {
            Field inherited = Thread.class.getDeclaredField("inheritableThreadLocals");
            inherited.setAccessible(true);
            inherited.set(thread, null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another JVM of Java 8: the thread works, though it may hold what it inherited.
            return thread;
        }
        return thread;
    }
}

package org.eejs.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarFile;

/**
 * The Java agent in the JVM of a service. Started with the JVM, it appends jars and folders to the class path, even
 * after {@code java -jar}, so that the JVM finds security providers there. Attached, it counts the operations that each
 * provider serves, or writes what it knows into system properties, which jcmd reads. It has no dependencies, because
 * the service would find them on its class path, too. It loads the counting classes only when the lab attaches, by a
 * class loader that the service does not see. It never fails a service; a property holds the error.
 */
public final class ServiceAgent {
    /** Prefix of the names of its properties. */
    private static final String PREFIX = "org.eejs.agent.";
    private static final String COUNT = "count ";
    private static final String STOP = "stop";

    /** Static because the JVM calls only static methods of an agent. */
    private static final AtomicReference<Object> COUNTER = new AtomicReference<>();

    private ServiceAgent() {}

    /**
     * Appends the paths to the class path when the JVM starts.
     *
     * @param paths jars and folders, separated as in a class path; may be null
     */
    public static void premain(String paths, Instrumentation instrumentation) {
        try {
            for (String path : split(paths == null ? "" : paths)) {
                append(path, instrumentation);
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            problem(e);
        }
    }

    /**
     * Runs an order of the lab when it attaches.
     *
     * @param order {@code count PATHS}, with the class path of the counting classes; {@code stop}, which restores the
     *     JDK's own code and keeps the counts; or {@code report}
     */
    public static void agentmain(String order, Instrumentation instrumentation) {
        try {
            if (order.startsWith(COUNT)) {
                count(split(order.substring(COUNT.length())), instrumentation);
            } else if (order.equals(STOP)) {
                stop();
            } else {
                report();
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            problem(e);
        }
    }

    private static void problem(Throwable e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        System.setProperty(PREFIX + "problem", String.valueOf(cause).split("\n")[0]);
    }

    private static List<String> split(String paths) {
        List<String> split = new ArrayList<>();
        for (String path : paths.split(File.pathSeparator)) {
            if (!path.isEmpty()) {
                split.add(path);
            }
        }
        return split;
    }

    /**
     * Appends a path by the class loader's method that the JVM itself calls for agents. It takes folders, while the
     * public method of {@link Instrumentation} takes only jars.
     */
    private static void append(String path, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        if (new File(path).isFile()) {
            instrumentation.appendToSystemClassLoaderSearch(new JarFile(path));
            return;
        }
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Method append = null;
        for (Class<?> type = loader.getClass(); append == null; type = type.getSuperclass()) {
            for (Method each : type.getDeclaredMethods()) {
                append = each.getName().equals("appendToClassPathForInstrumentation") ? each : append;
            }
        }
        open(append.getDeclaringClass(), instrumentation);
        append.setAccessible(true);
        append.invoke(loader, path);
    }

    /** Opens the class's package to this one; Java 8 has no modules. */
    private static void open(Class<?> type, Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module;
        try {
            module = Class.forName("java.lang.Module");
        } catch (ClassNotFoundException e) {
            return;
        }
        Method moduleOf = Class.class.getMethod("getModule");
        Map<String, Object> opened = new HashMap<>();
        opened.put(type.getPackage().getName(), Collections.singleton(moduleOf.invoke(ServiceAgent.class)));
        Instrumentation.class.getMethod("redefineModule", module, Set.class, Map.class, Map.class,
                Set.class, Map.class).invoke(instrumentation, moduleOf.invoke(type), Collections.emptySet(),
                Collections.emptyMap(), opened, Collections.emptySet(), Collections.emptyMap());
    }

    /** Starts counting by a separate class loader, so that the service does not see the counting classes. */
    private static void count(List<String> paths, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        if (COUNTER.get() != null) {
            return;
        }
        List<URL> urls = new ArrayList<>();
        for (String path : paths) {
            urls.add(new File(path).toURI().toURL());
        }
        @SuppressWarnings("resource")
        ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]),
                ClassLoader.getSystemClassLoader().getParent());
        Class<?> type = loader.loadClass("org.eejs.bank.counting.AlgorithmCounter");
        type.getMethod("premain", String.class, Instrumentation.class).invoke(null, null, instrumentation);
        Object counter = type.getMethod("ofThisJvm").invoke(null);
        type.getMethod("start").invoke(counter);
        COUNTER.set(counter);
    }

    private static void stop() throws ReflectiveOperationException {
        Object counter = COUNTER.get();
        if (counter != null) {
            counter.getClass().getMethod("stop").invoke(counter);
        }
    }

    private static void report() throws ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        for (Provider provider : Security.getProviders()) {
            names.add(provider.getName());
            TreeSet<String> offers = new TreeSet<>();
            for (Provider.Service service : provider.getServices()) {
                offers.add(service.getType() + "." + service.getAlgorithm());
            }
            System.setProperty(PREFIX + "offers." + provider.getName(), String.join("\n", offers));
        }
        System.setProperty(PREFIX + "random", new SecureRandom().getProvider().getName());
        Object counter = COUNTER.get();
        if (counter != null) {
            List<String> lines = new ArrayList<>();
            for (Object use : (List<?>) counter.getClass().getMethod("uses").invoke(counter)) {
                lines.add(value(use, "type") + "\t" + value(use, "algorithm") + "\t" + value(use, "provider") + "\t"
                        + value(use, "count"));
            }
            System.setProperty(PREFIX + "algorithms", String.join("\n", lines));
            System.setProperty(PREFIX + "counting", String.valueOf(value(counter, "source")));
        }
        // Set last: a reader that sees this property sees the others, too.
        System.setProperty(PREFIX + "providers", String.join("\n", names));
    }

    private static Object value(Object use, String name) throws ReflectiveOperationException {
        return use.getClass().getMethod(name).invoke(use);
    }
}

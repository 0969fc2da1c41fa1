package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.JvmSetup;
import org.eejs.lab.processes.Pkcs11Module;
import org.eejs.lab.processes.RemoteKeyServer;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.lab.settings.XmlTask;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;

/**
 * What the security provider of signatures needs around the process of the XML workload. A key server is started where
 * the keys live on one; close it after the process. Immutable; thread-safe.
 *
 * @param option the value of the process's option {@code --provider}
 * @param classPath what comes behind the room's own jars
 * @param environment variables of the process
 * @param jvmOptions options of the process's JVM
 * @param server the key server; null where there is none
 */
record XmlProvider(String option, List<String> classPath, Map<String, String> environment, List<String> jvmOptions,
        RemoteKeyServer server) implements AutoCloseable {
    private static final String KEY = "provider";

    /** Gets the provider of a task ready; null where there is nothing to sign or to validate. Errors as below. */
    static XmlProvider of(XmlTask task, Places places, Path folder) throws IOException {
        return !task.signature() ? null : prepare(task.settings(), task.jdk(), task.processors(), places.home(),
                places.state(), folder);
    }

    /**
     * Gets a provider ready.
     *
     * @param settings that name the provider and the key; no provider is the JDK
     * @param jdk that the workload runs on
     * @param processors of the workload, as taskset writes them; empty when it is not pinned
     * @param home the folder with a folder of jars for each room and provider
     * @param state where tokens are kept between runs
     * @param folder where files of this run go; made when there is anything to write
     * @throws NotHereException with a line that says what this machine lacks, and where it comes from
     * @throws IOException when a file cannot be written or a key server does not serve, with a line
     */
    static XmlProvider prepare(XmlSettings settings, Jdk jdk, String processors, Path home, Path state, Path folder)
            throws IOException {
        String name = settings.provider() == null ? KnownProvider.JDK.id()
                : SignatureProviders.check(settings.provider());
        return found(() -> name.equals(SignatureProviders.REMOTE)
                ? remote(settings.key(), jdk, processors, home, folder)
                : known(KnownProvider.byId(name), jdk, home, state, folder));
    }

    private static XmlProvider known(KnownProvider provider, Jdk jdk, Path home, Path state, Path folder)
            throws IOException {
        if ("SunPKCS11".equals(provider.entry())) {
            return token(provider, Pkcs11Module.of(provider, state), folder);
        }
        return provider.folder() == null ? new XmlProvider(provider.id(), List.of(), Map.of(), List.of(), null)
                : new XmlProvider(provider.entry(),
                        List.of(JvmSetup.classes(home, provider.folder(), KEY, provider.id())), Map.of(),
                        jdk.nativeAccess(), null);
    }

    /**
     * A token behind a spy that writes down every call.
     *
     * @param log what the spy writes, which holds secrets
     */
    static XmlProvider spied(KnownProvider provider, Path state, Path folder, Path log) throws IOException {
        return found(() -> token(provider, Pkcs11Module.spied(provider, state, log), folder));
    }

    private interface Maker {
        XmlProvider make() throws IOException;
    }

    /** What this machine lacks is no mistake of the person who asked for it. */
    private static XmlProvider found(Maker maker) throws IOException {
        try {
            return maker.make();
        } catch (NotHereException e) {
            throw e;
        } catch (InputException e) {
            throw new NotHereException(KEY, e.getMessage());
        }
    }

    private static XmlProvider token(KnownProvider provider, Pkcs11Module module, Path folder) throws IOException {
        PrivateFolder.make(folder);
        Path file = folder.resolve(provider.id() + ".cfg").toAbsolutePath();
        PrivateFile.write(file, module.configuration());
        return new XmlProvider("SunPKCS11:" + file, List.of(), module.environment(), List.of(), null);
    }

    private static XmlProvider remote(String key, Jdk jdk, String processors, Path home, Path folder)
            throws IOException {
        PrivateFolder.make(folder);
        RemoteKeyServer server = RemoteKeyServer.start(home, key, processors, folder.resolve("key-server.log"));
        List<String> options = new ArrayList<>(jdk.nativeAccess());
        options.addAll(jdk.unsafeMemoryAccess());
        return new XmlProvider(SignatureProviders.REMOTE + ":" + server.cluster(),
                List.of(home.resolve("keyserver") + "/*"), Map.of(), options, server);
    }

    /** Why the key server does not serve any more, in one line; null while it does, and where there is none. */
    String problem() {
        return server == null ? null : server.problem();
    }

    /** Ends the key server and tells how many signatures it made; there must be one. */
    long endAndCount() throws IOException {
        return server.endAndCount();
    }

    /** Ends the key server where there is one, and removes its keys. */
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}

package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.banking.Durations;
import org.eejs.banking.RoleName;
import org.eejs.lab.settings.Subject;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.result.InputException;

/**
 * The file that assigns roles to hosts: a YAML file such as
 *
 * <pre>
 * listen: lab.example:7800
 * bank: alpha
 * besim: beta
 * drivers: [gamma, delta]
 * </pre>
 *
 * <p>Immutable.
 */
public final class HostsFile {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";
    private static final int HIGHEST_PORT = 65_534;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final YamlFile<Form> file;

    /**
     * The keys.
     *
     * @param listen the address to which hosts connect, as host:port
     * @param patience the time to wait for hosts
     * @param service the host with the process of a user's own service
     */
    private record Form(String listen, String patience, JsonNode bank, JsonNode besim, JsonNode service,
            List<String> drivers,
            List<String> keyServers, List<String> clients) {}

    private HostsFile(YamlFile<Form> file) {
        this.file = file;
    }

    /**
     * Reads a file of hosts.
     *
     * @throws InputException with file, line and key of a wrong value
     */
    public static HostsFile read(Path path) {
        try {
            HostsFile hosts = new HostsFile(YamlFile.read(path, "the file of hosts", Form.class));
            hosts.check();
            return hosts;
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        }
    }

    private void check() throws FaultyFileException {
        file.require("/listen");
        Form form = file.value();
        int colon = form.listen().lastIndexOf(':');
        String port = form.listen().substring(colon + 1);
        if (colon < 1 || !port.matches("[1-9]\\d{0,4}") || Integer.parseInt(port) > HIGHEST_PORT) {
            throw file.fault("/listen", "'" + form.listen() + "' is not a host and a port, such as lab.example:7800");
        }
        if (form.patience() != null) {
            try {
                Durations.parse(form.patience());
            } catch (IllegalArgumentException e) {
                throw file.fault("/patience", e.getMessage());
            }
        }
        checkNames("/drivers", form.drivers());
        checkNames("/keyServers", form.keyServers());
        checkNames("/clients", form.clients());
        checkName("/bank", form.bank());
        checkName("/besim", form.besim());
        checkName("/service", form.service());
    }

    private void checkName(String key, JsonNode name) throws FaultyFileException {
        if (name != null && !name.isNull() && !name.isTextual()) {
            throw file.fault(key, "must be the name of one host");
        }
        if (name != null && name.isTextual() && !isName(name.asText())) {
            throw file.fault(key, noName(name.asText()));
        }
    }

    private static String noName(String name) {
        return "'" + name + "' is no name of a host; use letters, digits, dots and dashes";
    }

    /** Returns whether this is a valid name of a host. */
    static boolean isName(String name) {
        return name.matches(NAME);
    }

    private static String text(JsonNode name) {
        return name == null ? null : name.asText();
    }

    private void checkNames(String key, List<String> names) throws FaultyFileException {
        Set<String> seen = new LinkedHashSet<>();
        for (String name : names == null ? List.<String>of() : names) {
            if (name == null || !isName(name)) {
                throw file.fault(key, noName(name));
            }
            if (!seen.add(name)) {
                throw file.fault(key, "'" + name + "' is listed twice");
            }
        }
    }

    /**
     * Makes sure that a run has a host for each role. A user's own service may be on one of them, or elsewhere.
     *
     * @throws InputException with file, line and key of a role that has no host, or that the run does not have
     */
    void requireRoles(Subject subject) {
        try {
            boolean bank = subject.isPublished();
            file.require(bank ? new String[] {"/bank", "/besim", "/drivers"} : new String[] {"/drivers"});
            for (String key : bank ? List.of("/service") : List.of("/bank", "/besim")) {
                if (file.has(key)) {
                    throw file.fault(key, bank ? "there is no service without --service; leave it out"
                            : "with --service there is no bank and no back end; leave it out");
                }
            }
            if (file.value().drivers().isEmpty()) {
                throw file.fault("/drivers", "is empty; name at least one host that makes load");
            }
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        }
    }

    /**
     * Makes sure that key servers and their clients have hosts.
     *
     * @throws InputException with file, line and key of a list that is missing, or of a host that is in both
     */
    void requireKeyServers() {
        try {
            file.require("/keyServers", "/clients");
            for (String host : clients()) {
                if (keyServers().contains(host)) {
                    throw file.fault("/clients", "'" + host + "' is a key server, too, and would measure itself");
                }
            }
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        }
    }

    /** Returns the hosts that have key servers; empty when none is named. */
    public List<String> keyServers() {
        return file.value().keyServers() == null ? List.of() : file.value().keyServers();
    }

    /** Returns the hosts that are clients of key servers; empty when none is named. */
    public List<String> clients() {
        return file.value().clients() == null ? List.of() : file.value().clients();
    }

    /** Returns the name to which hosts connect. */
    String listenHost() {
        String listen = file.value().listen();
        return listen.substring(0, listen.lastIndexOf(':'));
    }

    /** Returns the port to which hosts connect; messages go to the next port. */
    int listenPort() {
        String listen = file.value().listen();
        return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    /** Returns the error for the address to which hosts connect, with file, line and key. */
    InputException listenFault(String what) {
        return new InputException(file.fault("/listen", "'" + file.value().listen() + "' " + what).getMessage());
    }

    Duration patience() {
        return file.value().patience() == null ? PATIENCE : Durations.parse(file.value().patience());
    }

    /** Returns the hosts of a role of the banking workload. */
    List<String> of(RoleName role) {
        Form form = file.value();
        return switch (role) {
            case BANK -> Stream.of(form.bank(), form.service()).map(HostsFile::text).filter(Objects::nonNull).toList();
            case BESIM -> Stream.ofNullable(text(form.besim())).toList();
            case DRIVER -> form.drivers();
        };
    }

    /** Returns the error for a host, with file, line and key of its role. */
    InputException fault(String host, String what) {
        Form form = file.value();
        List<String> keys = new ArrayList<>();
        if (host.equals(text(form.bank()))) {
            keys.add("/bank");
        }
        if (host.equals(text(form.service()))) {
            keys.add("/service");
        }
        if (host.equals(text(form.besim()))) {
            keys.add("/besim");
        }
        for (String key : List.of("/drivers", "/keyServers", "/clients")) {
            List<String> hosts = key.equals("/drivers") ? form.drivers() : key.equals("/clients") ? clients()
                    : keyServers();
            if (hosts != null && hosts.contains(host)) {
                keys.add(key);
            }
        }
        keys.add("/listen");
        return new InputException(file.fault(keys.get(0), "the host " + host + " " + what).getMessage());
    }
}

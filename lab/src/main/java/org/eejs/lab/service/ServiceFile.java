package org.eejs.lab.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.PatternSyntaxException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eejs.banking.Durations;
import org.eejs.banking.service.AnswerLimits;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceScript;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.banking.settings.Setting;
import org.eejs.banking.settings.SettingException;
import org.eejs.banking.settings.SettingValues;
import org.eejs.lab.files.SettingKeys;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.UnknownKeyException;
import org.eejs.pki.files.YamlFile;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;

/** Reads a file that describes a user's service. Not thread-safe. */
public final class ServiceFile {
    /** Settings that the file may have. */
    static final List<Setting<?>> POSSIBLE = BankingSettings.ALL.stream().filter(setting ->
            !BankingSettings.OF_THE_BANK.contains(setting) && setting != BankingSettings.SERVICE
                    && setting != BankingSettings.I_OWN_THIS_HOST
                    && setting != BankingSettings.SHOW_RESPONSE_TEXT).toList();
    /** Parts of the file, the likeliest first. */
    private static final Map<String, Class<? extends Record>> PARTS = parts();
    /** The limit of SnakeYAML. */
    private static final long LARGEST = 3 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern PATH = Pattern.compile("/(?!/)(?:[\\w.~!$&'()*+,;=:@/?-]|%\\p{XDigit}{2})*+");
    private static final String START = "/start";

    private final YamlFile<ServiceForm> file;
    private final ServiceForm form;
    private final Path folder;
    private final List<String> notes = new ArrayList<>();
    private List<Map<String, String>> users = List.of();
    private Placeholders placeholders;

    private static Map<String, Class<? extends Record>> parts() {
        Map<String, Class<? extends Record>> parts = new LinkedHashMap<>();
        parts.put("a step", ServiceForm.Step.class);
        parts.put("'connect'", ServiceForm.Connect.class);
        parts.put("'check' of a step", ServiceForm.Check.class);
        parts.put("'take' of a step, below a name", ServiceForm.Take.class);
        parts.put("a scenario", ServiceForm.Scenario.class);
        parts.put("'start'", ServiceForm.Start.class);
        parts.put("'limits'", ServiceForm.Limits.class);
        return parts;
    }

    private ServiceFile(YamlFile<ServiceForm> file, Path folder) {
        this.file = file;
        this.form = file.value();
        this.folder = folder;
    }

    /**
     * Reads a file and all files that it names.
     *
     * @param ownHost whether the user confirms that hosts outside private networks are the user's own
     * @param here whether its process, if it names one, is on this machine instead of on a host
     * @throws InputException with a line that names file, line and key
     */
    public static ServiceDescription read(Path path, boolean ownHost, boolean here) {
        try {
            if (Files.size(path) > LARGEST) {
                throw new InputException("service file %s has %d MB; at most %d MB are read".formatted(path,
                        Files.size(path) >> 20, LARGEST >> 20));
            }
            String text = Files.readString(path);
            Path folder = path.toAbsolutePath().getParent();
            return new ServiceFile(YamlFile.parse(SettingKeys.YAML, text, path.toString(), folder, ServiceForm.class),
                    folder).description(name(path), ownHost, here);
        } catch (NoSuchFileException e) {
            throw new InputException("service file " + path + " does not exist; for an example see "
                    + "experiments/service.yaml");
        } catch (UnknownKeyException e) {
            throw new InputException(e.getMessage() + placeOf(e.key()).map("; "::concat).orElse(""));
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        } catch (IOException e) {
            throw new InputException("cannot read service file " + path + ": " + e.getMessage());
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new InputException("service file " + path + ": this file, or one that it names, is too large or "
                    + "too deeply nested for the lab's memory");
        }
    }

    /** Returns the right place of a misplaced key; empty for an unknown key. */
    private static Optional<String> placeOf(String key) {
        return POSSIBLE.stream().anyMatch(setting -> setting.key().equals(key))
                || Arrays.stream(ServiceForm.class.getRecordComponents()).anyMatch(each -> each.getName().equals(key))
                ? Optional.of("'" + key + "' belongs at the top of the file, not below another key")
                : PARTS.entrySet().stream().filter(part -> Arrays.stream(part.getValue().getRecordComponents())
                        .anyMatch(each -> each.getName().equals(key)))
                        .findFirst().map(part -> "'" + key + "' belongs in " + part.getKey());
    }

    private static String name(Path path) {
        return path.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    }

    private ServiceDescription description(String usualName, boolean ownHost, boolean here)
            throws FaultyFileException {
        AllowedHosts hosts = AllowedHosts.of(file, ownHost);
        boolean anyPort = hosts.origins().get(0).port() == 0;
        readUsers(anyPort);
        ServiceDescription.Measured process = process(anyPort, here);
        URI url = URI.create(hosts.origins().get(0).toString());
        if (url.getHost() == null && !(process instanceof ServiceDescription.Nothing)) {
            throw file.fault("/url", ("the lab does not find the process behind '%s'; use a name of letters, digits, "
                    + "- and ., or a whole IP address").formatted(form.url()));
        }
        if (form.requestsPerSecond() != null && !(form.requestsPerSecond() > 0)) {
            throw file.fault("/requestsPerSecond", "must be a number of requests above 0");
        }
        Connections connections = new WrittenConnections(file).connections();
        List<ServiceScript.Scenario> scenarios = scenarios(hosts);
        RunSettings settings = settings();
        if (settings.written().containsKey(BankingSettings.RESUMED_CONNECTIONS.key())
                && !settings.written().containsKey(BankingSettings.PAGES_PER_CONNECTION.key())
                && connections.keepAlive() && (connections.perUser() == 1 || scenarios.stream().allMatch(each ->
                each.steps().stream().allMatch(step -> step.together().size() < 2)))) {
            notes.add(file.place("/" + BankingSettings.RESUMED_CONNECTIONS.key()) + ": no connection resumes, since "
                    + "each user keeps one connection; add pagesPerConnection, or connect: {keepAlive: false}");
        }
        Set<String> secrets = new LinkedHashSet<>(placeholders.secrets());
        users.forEach(user -> user.values().stream().filter(value -> !value.isBlank()).forEach(secrets::add));
        secrets.addAll(secrets.stream().map(PercentEncoding::of).toList());
        return new ServiceDescription(form.name() == null ? usualName : form.name(),
                url, new ServiceScript(hosts.origins(), connections, scenarios, form.requestsPerSecond(), users,
                        Set.copyOf(secrets), limits()), process,
                form.application() == null ? List.of() : List.copyOf(form.application()), settings,
                List.copyOf(notes));
    }

    private AnswerLimits limits() throws FaultyFileException {
        ServiceForm.Limits limits = form.limits() == null ? new ServiceForm.Limits(null, null) : form.limits();
        file.atLeast(1, "/limits", "textBytes");
        if (limits.bodyBytes() != null && limits.bodyBytes() < 1) {
            throw file.fault("/limits/bodyBytes", "must be a number of bytes above 0");
        }
        return new AnswerLimits(limits.bodyBytes() == null ? AnswerLimits.USUAL.bodyBytes() : limits.bodyBytes(),
                limits.textBytes() == null ? AnswerLimits.USUAL.textBytes() : limits.textBytes());
    }

    private void readUsers(boolean anyPort) throws FaultyFileException {
        if (form.users() != null) {
            users = UserRows.read(file.path("/users"));
        }
        Set<String> given = new HashSet<>(Set.of(Placeholders.USER));
        if (anyPort) {
            given.add(Placeholders.PORT);
        }
        users.stream().findFirst().ifPresent(row -> given.addAll(row.keySet()));
        placeholders = new Placeholders(file, folder, given);
    }

    private ServiceDescription.Measured process(boolean anyPort, boolean here) throws FaultyFileException {
        if (form.start() != null) {
            if (form.pid() != null) {
                throw file.fault("/pid", "pid and start exclude each other: give one");
            }
            return launch(form.start(), anyPort);
        }
        if (form.pid() == null) {
            return new ServiceDescription.Nothing();
        }
        if (here && ProcessHandle.of(form.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
            throw file.fault("/pid", "no process on this machine has the number " + form.pid());
        }
        return new ServiceDescription.Running(form.pid());
    }

    private Launch launch(ServiceForm.Start start, boolean anyPort) throws FaultyFileException {
        file.require(START + "/command");
        List<String> command = CommandWords.read(file, START + "/command", start.command());
        Map<String, String> environment = new HashMap<>();
        for (Map.Entry<String, String> each : orNone(start.environment()).entrySet()) {
            String pointer = YamlFile.below(START + "/environment", each.getKey());
            file.require(pointer);
            placeholders.begin(Map.of());
            String value = placeholders.filled(pointer, each.getValue(), Placeholders.Within.TEXT);
            if (value.contains("${")) {
                throw file.fault(pointer, "only ${env:NAME} and ${file:PATH} are replaced here");
            }
            placeholders.addIfSecret(new CallValues.Slot(CallValues.Place.HEADER, each.getKey(), value, value));
            environment.put(each.getKey(), value);
        }
        if (anyPort && (command + "" + environment.values()).indexOf(Launch.PORT) < 0) {
            throw file.fault(START + "/command", "url has {port}, but neither command nor environment has it; "
                    + "write {port} where the service gets its port");
        }
        Path directory = start.directory() == null ? folder : file.path(START + "/directory");
        if (!Files.isDirectory(directory)) {
            throw file.fault(START + "/directory", directory + " is not a folder");
        }
        String ready = start.ready() == null ? "/" : start.ready();
        if (!PATH.matcher(ready).matches()) {
            throw file.fault(START + "/ready", "'" + ready + "': must be a path that begins with / and has no spaces");
        }
        JsonNode stop = start.stop();
        return new Launch(command, directory, Map.copyOf(environment), ready,
                start.patience() == null ? PATIENCE : duration(file, START + "/patience", start.patience()),
                stop == null || stop.isNull() ? List.of() : CommandWords.read(file, START + "/stop", stop));
    }

    static Duration duration(YamlFile<?> file, String pointer, String text) throws FaultyFileException {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw file.fault(pointer, e.getMessage());
        }
    }

    /** Compiles an expression that searches in linear time: a slow one would block an event loop and its sessions. */
    static com.google.re2j.Pattern pattern(YamlFile<?> file, String pointer, String regex)
            throws FaultyFileException {
        try {
            return com.google.re2j.Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw file.fault(pointer, mistake(regex).map(("'" + regex + "' is not a regular expression: ")::concat)
                    .orElse(("'%s' is not supported: %s; use expressions of RE2, without lookaround, back "
                            + "references and possessive quantifiers").formatted(regex, e.getDescription())));
        }
    }

    /** Returns a mistake in all dialects; empty if Java accepts the expression. */
    private static Optional<String> mistake(String regex) {
        try {
            java.util.regex.Pattern.compile(regex);
            return Optional.empty();
        } catch (java.util.regex.PatternSyntaxException e) {
            return Optional.of(e.getDescription());
        }
    }

    static <T> Map<String, T> orNone(Map<String, T> map) {
        return map == null ? Map.of() : map;
    }

    private List<ServiceScript.Scenario> scenarios(AllowedHosts hosts) throws FaultyFileException {
        file.require("/scenarios");
        if (form.scenarios().isEmpty()) {
            throw file.fault("/scenarios", "there is no scenario; add at least one");
        }
        List<ServiceScript.Scenario> scenarios = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < form.scenarios().size(); i++) {
            String pointer = "/scenarios/" + i;
            ServiceForm.Scenario scenario = form.scenarios().get(i);
            String name = scenario.name() == null ? "scenario " + (i + 1) : scenario.name();
            double weight = scenario.weight() == null ? 1 : scenario.weight();
            if (!names.add(name)) {
                throw file.fault(pointer + "/name", "'" + name + "' is already the name of another scenario");
            }
            if (!(weight > 0)) {
                throw file.fault(pointer + "/weight", "must be a number above 0");
            }
            scenarios.add(new ServiceScript.Scenario(name, weight, steps(hosts, pointer, scenario)));
        }
        return List.copyOf(scenarios);
    }

    private List<ServiceScript.Step> steps(AllowedHosts hosts, String pointer, ServiceForm.Scenario scenario)
            throws FaultyFileException {
        if ((scenario.steps() == null) == (scenario.har() == null)) {
            throw file.fault(pointer, "give either steps or har");
        }
        if (scenario.har() != null) {
            return new RecordedScenario(file, pointer, hosts, placeholders, notes).steps(scenario);
        }
        for (String key : List.of("only", "think", "values")) {
            if (file.has(pointer + "/" + key)) {
                throw file.fault(pointer + "/" + key, "this applies to recordings only; add har, or write it in steps");
            }
        }
        return new WrittenScenario(file, folder, hosts, placeholders).steps(pointer, scenario.steps());
    }

    private RunSettings settings() throws FaultyFileException {
        for (Setting<?> setting : BankingSettings.OF_THE_BANK) {
            if (form.settings().containsKey(setting.key())) {
                throw file.fault("/" + setting.key(), "this is a setting of the bank, which your own service does not "
                        + "have; leave it out");
            }
        }
        for (String key : form.settings().keySet()) {
            Optional<String> place = placeOf(key);
            if (place.isPresent() && POSSIBLE.stream().noneMatch(setting -> setting.key().equals(key))) {
                throw file.fault("/" + key, "there is no key '" + key + "' at the top of the file; " + place.get());
            }
        }
        Map<String, Object> written = SettingKeys.read(file, "", ServiceForm.class, POSSIBLE, form.settings());
        try {
            BankingSettings.qos(SettingValues.of(BankingSettings.ALL, written, Setting::key));
        } catch (SettingException e) {
            throw file.fault("/" + e.key(), e.getMessage());
        }
        return RunSettings.of(written);
    }
}

package org.eejs.lab.service;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.google.re2j.Pattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceScript;
import org.eejs.lab.machine.Nearest;
import org.eejs.lab.service.CallValues.Place;
import org.eejs.lab.service.RecordedCall.Kind;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/**
 * Turns a recording into steps. A step begins when the user went to a document, when the recording begins a page, and
 * after a pause. Requests of scripts are sent in their order, assets together after them. Not thread-safe.
 */
final class RecordedScenario {
    private static final String RECORDED = "recorded";
    private static final long PAUSE_MILLIS = 1_000;
    private static final int MOST_NAMED = 8;
    private static final Pattern PKCE = Pattern.compile("code_verifier|code_challenge");

    private final YamlFile<ServiceForm> file;
    private final String pointer;
    private final AllowedHosts hosts;
    private final Placeholders placeholders;
    private final List<String> notes;

    /**
     * Creates a reader for the recording of a scenario.
     *
     * @param pointer to the scenario, as a JSON pointer
     * @param notes receives the parts that are left out
     */
    RecordedScenario(YamlFile<ServiceForm> file, String pointer, AllowedHosts hosts, Placeholders placeholders,
            List<String> notes) {
        this.file = file;
        this.pointer = pointer;
        this.hosts = hosts;
        this.placeholders = placeholders;
        this.notes = notes;
    }

    /** Returns the steps. */
    List<ServiceScript.Step> steps(ServiceForm.Scenario form) throws FaultyFileException {
        Double think = form.think() == null || form.think().equals(RECORDED) ? null
                : (double) ServiceFile.duration(file, pointer + "/think", form.think()).toMillis();
        Map<String, Map<Place, String>> given = given(ServiceFile.orNone(form.values()));
        Path path = file.path(pointer + "/har");
        if (!Files.isReadable(path)) {
            throw file.fault(pointer + "/har", path + (Files.exists(path) ? " is not readable" : " does not exist"));
        }
        String recording = path.getFileName().toString();
        List<RecordedCall> calls = kept(RecordingFile.read(path, notes), only(form.only()), recording);
        Set<Integer> apart = new HashSet<>();
        List<RequestDraft> drafts;
        RecordedValues values;
        RequestDraft unseen;
        do {
            drafts = arranged(drafts(calls, apart));
            values = new RecordedValues(drafts, given, recording, placeholders.given(),
                    placeholders::addIfSecret);
            unseen = values.replace();
            if (unseen != null) {
                apart.add(unseen.first().number());
            }
        } while (unseen != null);
        checkNames(values);
        tell(calls, values, recording);
        movePorts(drafts);
        return steps(drafts, think, recording);
    }

    private Map<String, Map<Place, String>> given(Map<String, String> values) throws FaultyFileException {
        placeholders.begin(Map.of());
        Map<String, Map<Place, String>> given = new HashMap<>();
        for (Map.Entry<String, String> each : values.entrySet()) {
            String at = YamlFile.below(pointer + "/values", each.getKey());
            String value = each.getValue() == null ? "" : each.getValue();
            Map<Place, String> places = new EnumMap<>(Place.class);
            for (Place place : Place.values()) {
                String filled = placeholders.filled(at, value, place.within());
                places.put(place, place != Place.JSON ? filled
                        : String.valueOf(JsonStringEncoder.getInstance().quoteAsString(filled)));
            }
            given.put(each.getKey(), places);
        }
        return given;
    }

    private void checkNames(RecordedValues values) throws FaultyFileException {
        for (String name : values.unused()) {
            throw file.fault(YamlFile.below(pointer + "/values", name), "the recording has no parameter '%s'; %s"
                    .formatted(name, Nearest.hint(name, values.parameters())));
        }
    }

    private List<Pattern> only(List<String> patterns) throws FaultyFileException {
        List<Pattern> only = new ArrayList<>();
        for (int i = 0; i < (patterns == null ? 0 : patterns.size()); i++) {
            only.add(ServiceFile.pattern(file, pointer + "/only/" + i, patterns.get(i)));
        }
        return only;
    }

    private List<RecordedCall> kept(List<RecordedCall> calls, List<Pattern> only, String recording)
            throws FaultyFileException {
        List<RecordedCall> allowed = calls.stream().filter(call -> hosts.indexOfRecorded(call.url()).isPresent())
                .toList();
        Set<String> others = calls.stream().filter(call -> hosts.indexOfRecorded(call.url()).isEmpty())
                .map(call -> call.url().site()).collect(Collectors.toCollection(TreeSet::new));
        List<RecordedCall> kept = allowed.stream().filter(call -> only.isEmpty() || only.stream().anyMatch(pattern ->
                pattern.matcher(call.url().site() + call.url().target()).matches())).toList();
        if (!others.isEmpty()) {
            notes.add("%s: left out %d requests to other hosts: %s".formatted(recording, calls.size() - allowed.size(),
                    String.join(", ", others)));
        }
        if (kept.size() < allowed.size()) {
            notes.add("%s: left out %d requests by 'only'".formatted(recording, allowed.size() - kept.size()));
        }
        if (kept.isEmpty()) {
            throw file.fault(pointer + "/har", "no request of the recording is kept; requests may go to %s; it has %s"
                    .formatted(hosts, others.isEmpty() ? "no others" : String.join(", ", others)));
        }
        return kept;
    }

    /**
     * Attaches redirects to the requests that led to them.
     *
     * @param apart numbers of the requests whose redirects stay separate requests
     */
    private List<RequestDraft> drafts(List<RecordedCall> calls, Set<Integer> apart) {
        List<RequestDraft> drafts = new ArrayList<>();
        Map<WebAddress, RequestDraft> leading = new HashMap<>();
        Map<RequestDraft, Integer> heads = new HashMap<>();
        for (RecordedCall call : calls) {
            RequestDraft draft = leading.remove(call.url());
            boolean led = draft != null && call.startMillis() - draft.last().endMillis() < PAUSE_MILLIS;
            if (led && !apart.contains(heads.get(draft))) {
                draft.follow(call);
            } else {
                int head = led ? heads.get(draft) : call.number();
                OptionalInt origin = hosts.indexOfRecorded(call.url());
                draft = new RequestDraft(call, origin.orElseThrow(), led);
                heads.put(draft, head);
                drafts.add(draft);
            }
            RequestDraft leads = draft;
            if (call.redirects()) {
                call.url().resolve(call.location()).ifPresent(to -> leading.put(to, leads));
            }
        }
        return drafts;
    }

    /** Assigns requests to steps, in the order in which they are sent. */
    private static List<RequestDraft> arranged(List<RequestDraft> drafts) {
        Set<String> pages = new HashSet<>();
        int step = -1;
        long end = Long.MIN_VALUE;
        for (RequestDraft draft : drafts) {
            RecordedCall call = draft.first();
            boolean newPage = pages.add(call.page()) && !call.page().isEmpty();
            boolean begins = step < 0 || !draft.continues() && (newPage || call.kind() == Kind.DOCUMENT
                    || call.startMillis() - end > PAUSE_MILLIS);
            step += begins ? 1 : 0;
            draft.place(step, !begins && call.kind() == Kind.ASSET);
            end = Math.max(end, draft.last().endMillis());
        }
        return drafts.stream().sorted(Comparator.comparingInt(RequestDraft::step)
                .thenComparing(RequestDraft::together)).toList();
    }

    private void tell(List<RecordedCall> calls, RecordedValues values, String recording) {
        if (values.parameters().stream().anyMatch(name -> PKCE.matcher(name).matches())) {
            notes.add(recording + ": all users send the recorded code_challenge and code_verifier (PKCE), which "
                    + "the browser computes. Write these steps yourself if the service accepts one only once");
        }
        Set<String> unset = unsetCookies(calls);
        if (!unset.isEmpty()) {
            notes.add("%s: cookies %s are not sent: they existed before the recording, or scripts set them; record in "
                    .formatted(recording, String.join(", ", unset)) + "a new private window");
        }
        calls.stream().filter(call -> call.body().fault() != null).collect(Collectors.groupingBy(call ->
                call.body().fault(), TreeMap::new, Collectors.toList())).forEach((fault, faulty) ->
                notes.add("%s: %d requests %s, such as entry %d".formatted(recording, faulty.size(), fault,
                        faulty.get(0).number())));
        if (!values.made().isEmpty()) {
            notes.add("%s: each user sends new values in %s".formatted(recording, String.join(", ", values.made())));
        }
        if (!values.unchanged().isEmpty()) {
            String more = values.unchanged().size() > MOST_NAMED ? ", …" : "";
            notes.add(("%s: %d values look generated, but no earlier answer has them; all users send them as recorded: "
                    + "%s. If the service requires new ones, add values: {NAME: '${new:uuid}'}").formatted(recording,
                    values.unchanged().size(), values.unchanged().stream().limit(MOST_NAMED)
                            .collect(Collectors.joining(", ")) + more));
        }
    }

    /** Returns names of cookies that no answer had set when they were sent. */
    private static Set<String> unsetCookies(List<RecordedCall> calls) {
        Set<String> set = new HashSet<>();
        Set<String> unset = new TreeSet<>();
        for (RecordedCall call : calls) {
            call.headers().stream().filter(header -> header.name().equalsIgnoreCase("Cookie"))
                    .flatMap(header -> Stream.of(header.value().split(";"))).filter(each -> each.contains("="))
                    .map(RecordedScenario::cookieName)
                    .filter(name -> !set.contains(name)).forEach(unset::add);
            call.answered("Set-Cookie").lines().map(RecordedScenario::cookieName).forEach(set::add);
        }
        return unset;
    }

    private static String cookieName(String cookie) {
        return cookie.replaceFirst("(?s)=.*", "").strip();
    }

    private void movePorts(List<RequestDraft> drafts) {
        if (hosts.origins().get(0).port() == 0) {
            Set<String> sites = new TreeSet<>(Comparator.reverseOrder());
            drafts.stream().map(draft -> draft.first().url()).filter(url -> hosts.indexOf(url).isEmpty())
                    .forEach(url -> sites.add(url.site()));
            sites.stream().filter(site -> site.matches(".*:\\d+")).forEach(site ->
                    drafts.forEach(draft -> draft.movePort(site)));
        }
    }

    private List<ServiceScript.Step> steps(List<RequestDraft> drafts, Double think, String recording) {
        Map<Integer, List<RequestDraft>> steps = new LinkedHashMap<>();
        drafts.forEach(draft -> steps.computeIfAbsent(draft.step(), step -> new ArrayList<>()).add(draft));
        List<ServiceScript.Step> made = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        long end = 0;
        for (List<RequestDraft> step : steps.values()) {
            String name = step.get(0).name();
            int times = names.merge(name, 1, Integer::sum);
            Double pause = think != null ? think
                    : made.isEmpty() ? null : (Double) (double) Math.max(0, step.get(0).first().startMillis() - end);
            made.add(new ServiceScript.Step(times == 1 ? name : name + " (" + times + ")", pause,
                    step.stream().filter(draft -> !draft.together()).map(draft -> draft.request(recording)).toList(),
                    step.stream().filter(RequestDraft::together).map(draft -> draft.request(recording)).toList()));
            end = Math.max(end, step.stream().mapToLong(draft -> draft.last().endMillis()).max().orElse(0));
        }
        return List.copyOf(made);
    }
}

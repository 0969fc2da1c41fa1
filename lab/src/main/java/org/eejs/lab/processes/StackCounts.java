package org.eejs.lab.processes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.profile.StackSample;

/**
 * The distinct stacks of a process, each with its processor time in microseconds; the lab draws them. If there are too
 * many, those with the least time are left out.
 *
 * @param names the names of threads and frames, each once
 * @param stacks the stacks in no particular order
 */
public record StackCounts(List<String> names, List<Stack> stacks) {
    static final int MOST_STACKS = 20_000;
    public static final int MOST_FRAMES = 1_000;
    static final int MOST_NAMES = 100_000;
    public static final int LONGEST_NAME = 1_000;

    /**
     * One stack.
     *
     * @param thread the index of its thread's name
     * @param frames the indices of its frames' names, the innermost first
     */
    public record Stack(int thread, int[] frames, long micros) {}

    /** Throws an exception with the name of the invalid component as its message. */
    public StackCounts {
        if (names == null || names.size() > MOST_NAMES
                || names.stream().anyMatch(name -> name == null || name.length() > LONGEST_NAME)) {
            throw new IllegalArgumentException("names");
        }
        int size = names.size();
        if (stacks == null || stacks.size() > MOST_STACKS || stacks.stream().anyMatch(each -> each == null
                || each.thread() < 0 || each.thread() >= size || each.micros() < 1 || each.frames() == null
                || each.frames().length > MOST_FRAMES
                || Arrays.stream(each.frames()).anyMatch(frame -> frame < 0 || frame >= size))) {
            throw new IllegalArgumentException("stacks");
        }
        names = List.copyOf(names);
        stacks = List.copyOf(stacks);
    }

    /** Returns stacks in the form that is sent to the lab. */
    public static StackCounts of(Map<StackSample, Long> distinct) {
        Map<String, Integer> places = new LinkedHashMap<>();
        List<Stack> stacks = new ArrayList<>();
        distinct.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(MOST_STACKS)
                .takeWhile(each -> places.size() < MOST_NAMES - MOST_FRAMES - 1)
                .forEach(each -> stacks.add(new Stack(place(places, each.getKey().thread()), each.getKey().frames()
                        .stream().limit(MOST_FRAMES).mapToInt(frame -> place(places, frame)).toArray(),
                        each.getValue())));
        return new StackCounts(List.copyOf(places.keySet()), stacks);
    }

    private static int place(Map<String, Integer> places, String name) {
        String cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        Integer known = places.putIfAbsent(cut, places.size());
        return known == null ? places.size() - 1 : known;
    }

    /** Returns the stacks as samples. */
    public Map<StackSample, Long> samples() {
        Map<StackSample, Long> samples = new HashMap<>();
        stacks.forEach(each -> samples.merge(new StackSample(names.get(each.thread()),
                Arrays.stream(each.frames()).mapToObj(names::get).toList()), each.micros(), Long::sum));
        return samples;
    }
}

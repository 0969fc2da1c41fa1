package org.eejs.lab.hosts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.ForeignJson;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;

/**
 * The lines between a lab and its hosts. The lab sends a word and, after a blank, an argument. The host answers each
 * line with an {@link Answer}, and sends {@link RoleEvent}s of the processes that it has started.
 */
final class HostLines {
    /** The request for the host's machine; answered by {@link Description}. */
    static final String DESCRIBE = "describe";
    /** The request for its clock, in microseconds since 1970; also the lab's sign of life. */
    static final String CLOCK = "clock";
    /** The request for the time of its processors; answered by {@link org.eejs.lab.machine.MachineTime}. */
    static final String PROCESSORS = "processors";
    /** The request to connect to an address; answered by the time that it takes, in microseconds. */
    static final String REACH = "reach";
    /** The request to prepare a run; the argument is a {@link Preparation} as JSON. */
    static final String PREPARE = "prepare";
    /** The request to check whether the bank of a run is able to serve; answered by {@link Offers}. */
    static final String CHECK = "check";
    /**
     * The request to start a process of a prepared run; the argument is a {@link Start}; answered by {@link Started}.
     */
    static final String START = "start";
    /** The request to pass a line to a process; the argument is its number and the line. */
    static final String TELL = "tell";
    /**
     * The request to pass a line to the {@link org.eejs.lab.processes.Companion} of a process; the argument is its
     * number and the line.
     */
    static final String ASK = "ask";
    /** The request to end a process; the argument is its number. */
    static final String STOP = "stop";
    /** The request to end all processes of a run and to delete its files; the argument is its name. */
    static final String RELEASE = "release";

    private static final ObjectMapper JSON = new ObjectMapper();

    private HostLines() {}

    /** The programs that a host starts, and no others. */
    enum Program {
        BESIM("besim"), BANK("bank"), DRIVER("driver"),
        /** A user's own service, which runs there already. */
        SERVICE("service"),
        KEY_SERVER("key server"),
        /** The client that measures key servers. */
        CLIENT("client");

        private final String words;

        Program(String words) {
            this.words = words;
        }

        /** Returns its name in messages. */
        String words() {
            return words;
        }
    }

    /**
     * The preparation of a run.
     *
     * @param settings the settings of a run of the banking workload; null for key servers and their clients, which may
     *     get more files later
     * @param files the files that it needs, by name
     */
    record Preparation(String run, String configuration, RunSettings settings, Map<String, byte[]> files) {}

    /**
     * The start of a process.
     *
     * @param process its unique number
     * @param address the address that it calls, or the service's own; null for the back end, key servers and clients
     * @param argument a driver's share of the load, such as 1/4; a service's process id; a key server's file; or a
     *     client's request; else null
     */
    record Start(String run, int process, Program program, String address, String argument) {}

    /**
     * A process that was started.
     *
     * @param jdk the JDK; null where it is not known
     */
    record Started(List<String> command, int processors, Result.JdkInfo jdk) {
        Started {
            if (processors < 1) {
                throw new IllegalArgumentException("processors");
            }
        }
    }

    /** The algorithms of each security provider of a bank's JVM, as type.algorithm. */
    record Offers(Map<String, List<String>> byProvider) {}

    /**
     * A report of a process.
     *
     * @param used the resources that it had used when a second of the load ended, with {@code second} in the data; else
     *     null
     */
    record RoleEvent(int process, String name, JsonNode data, ProcessUsage used) {
        RoleEvent {
            data = data == null ? NullNode.instance : data;
        }
    }

    /** A host's answer: a value or a problem, with the key of the setting at fault, if there is one. */
    record Answer(JsonNode value, String problem, String key, Boolean badInput) {
        private static final int LONGEST_TEXT = 2_000;

        /**
         * Reads the value of an answer.
         *
         * @throws RunFailedException with one line that names the host, when there is no value or it has another form
         * @throws InputException when the host reports that a setting is at fault
         */
        static <T> T value(String host, byte[] answer, Class<T> form) throws RunFailedException {
            try {
                Answer said = ForeignJson.read(answer, Answer.class);
                if (said.problem() == null) {
                    return ForeignJson.read(said.value(), form);
                }
                if (Boolean.TRUE.equals(said.badInput())) {
                    throw new InputException(said.key(), cut(said.problem()));
                }
                throw new RunFailedException("the host " + host + ": " + cut(said.problem()));
            } catch (ForeignJson.UnexpectedFormException e) {
                throw new RunFailedException("the host " + host + ": " + e.getMessage(), e);
            }
        }

        /** Returns the beginning of a text that a host sent for people to read. */
        static String cut(String text) {
            return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
        }
    }

    /** Returns a value as JSON. */
    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all messages can be written", e);
        }
    }

    /**
     * The description of a host.
     *
     * @param address the address at which others reach it: the one from which it has reached the lab
     * @param kernel the kernel's name and release
     * @param jdk the JDK that runs EEJS there
     */
    record Description(String address, String kernel, Result.Cpu cpu, Result.Memory memory, Result.JdkInfo jdk) {
        /** The form of an address or of the name of a machine. */
        private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:_-]{1,255}");

        Description {
            if (address != null && !ADDRESS.matcher(address).matches()) {
                throw new IllegalArgumentException("address");
            }
        }

        /** Returns the machine in the form of a result. */
        HostFigures.Machine machine() {
            return new HostFigures.Machine(kernel, cpu, memory, jdk);
        }
    }
}

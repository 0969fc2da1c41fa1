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
 * The lines between a lab and its hosts. The lab asks by a word and what follows it after a blank; the host answers
 * each line with an {@link Answer}, and sends {@link RoleEvent}s of the processes that it has started.
 */
final class HostLines {
    /** Asks for the host's machine; answered by {@link Description}. */
    static final String DESCRIBE = "describe";
    /** Asks for its clock, in microseconds since 1970; also says that the lab is there. */
    static final String CLOCK = "clock";
    /** Asks for the time of its processors; answered by {@link org.eejs.lab.machine.MachineTime}. */
    static final String PROCESSORS = "processors";
    /** How long it takes to connect to the address that follows, in microseconds. */
    static final String REACH = "reach";
    /** To make ready for the {@link Preparation} that follows as JSON. */
    static final String PREPARE = "prepare";
    /** To try whether the bank of the run that follows could serve; answered by {@link Offers}. */
    static final String CHECK = "check";
    /** To start a process of a run that was prepared, as a {@link Start} says; answered by {@link Started}. */
    static final String START = "start";
    /** To carry a line to the process whose number follows. */
    static final String TELL = "tell";
    /** To carry a line to the {@link org.eejs.lab.processes.Companion} of the process whose number follows. */
    static final String ASK = "ask";
    /** To end the process whose number follows. */
    static final String STOP = "stop";
    /** To end all processes of the run that follows, and to delete what was made for it. */
    static final String RELEASE = "release";

    private static final ObjectMapper JSON = new ObjectMapper();

    private HostLines() {}

    /** The programs that a host starts, and no others. */
    enum Program {
        BESIM("besim"), BANK("bank"), DRIVER("driver"),
        /** A user's own service, which runs there already. */
        SERVICE("service"),
        KEY_SERVER("key server"),
        /** Measures key servers. */
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
     * A run that is to be prepared.
     *
     * @param settings of a run of the banking workload; null of key servers and their clients, which may get more files
     *     later
     * @param files that it needs, by name
     */
    record Preparation(String run, String configuration, RunSettings settings, Map<String, byte[]> files) {}

    /**
     * A process that is to be started.
     *
     * @param process its number, which no other has
     * @param address of what it calls, or the service's own; null of the back end, key servers and clients
     * @param argument a driver's share of the load, such as 1/4, a service's process id, a key server's file or what a
     *     client is to do; else null
     */
    record Start(String run, int process, Program program, String address, String argument) {}

    /**
     * A process that was started.
     *
     * @param jdk null where it is not known
     */
    record Started(List<String> command, int processors, Result.JdkInfo jdk) {
        Started {
            if (processors < 1) {
                throw new IllegalArgumentException("processors");
            }
        }
    }

    /** Algorithms of each security provider of a bank's JVM, as type.algorithm. */
    record Offers(Map<String, List<String>> byProvider) {}

    /**
     * What a process reported: its number, and the event.
     *
     * @param used what it had used when a second of the load ended, with {@code second} in the data; else null
     */
    record RoleEvent(int process, String name, JsonNode data, ProcessUsage used) {
        RoleEvent {
            data = data == null ? NullNode.instance : data;
        }
    }

    /** A host's answer: a value, or why not; with the key of the setting at fault, if it is one. */
    record Answer(JsonNode value, String problem, String key, Boolean badInput) {
        private static final int LONGEST_TEXT = 2_000;

        /**
         * Reads the value of an answer.
         *
         * @throws RunFailedException with a line that names the host, when there is none or it has another form
         * @throws InputException when the host says that a setting is at fault
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
     * What a host is.
     *
     * @param address on which others reach it: that from which it has reached the lab
     * @param kernel its name and release
     * @param jdk the one that runs EEJS there
     */
    record Description(String address, String kernel, Result.Cpu cpu, Result.Memory memory, Result.JdkInfo jdk) {
        /** An address, or the name of a machine. */
        private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:_-]{1,255}");

        Description {
            if (address != null && !ADDRESS.matcher(address).matches()) {
                throw new IllegalArgumentException("address");
            }
        }

        /** Returns the machine as a result has it. */
        HostFigures.Machine machine() {
            return new HostFigures.Machine(kernel, cpu, memory, jdk);
        }
    }
}

package org.eejs.lab.hosts;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.ForeignJson;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.profile.Place;
import org.eejs.profile.SamplingPlan;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.result.CpuProfile;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.Waits;
import org.eejs.result.settings.RunSettings;
import org.eejs.service.Connections;
import org.eejs.service.ServiceScript;

/** What the lab asks of a host, as JSON. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "ask")
@JsonSubTypes({@JsonSubTypes.Type(HostRequest.Describe.class), @JsonSubTypes.Type(HostRequest.Clock.class),
        @JsonSubTypes.Type(HostRequest.Processors.class),
        @JsonSubTypes.Type(HostRequest.Prepare.class), @JsonSubTypes.Type(HostRequest.Check.class),
        @JsonSubTypes.Type(HostRequest.Reach.class), @JsonSubTypes.Type(HostRequest.Start.class),
        @JsonSubTypes.Type(HostRequest.Attach.class),
        @JsonSubTypes.Type(HostRequest.Tell.class), @JsonSubTypes.Type(HostRequest.Usage.class),
        @JsonSubTypes.Type(HostRequest.ReportUsage.class), @JsonSubTypes.Type(HostRequest.PauseReports.class),
        @JsonSubTypes.Type(HostRequest.SpreadCompiler.class), @JsonSubTypes.Type(HostRequest.Flags.class),
        @JsonSubTypes.Type(HostRequest.CompilerQueue.class), @JsonSubTypes.Type(HostRequest.BeginProfile.class),
        @JsonSubTypes.Type(HostRequest.EndProfile.class), @JsonSubTypes.Type(HostRequest.ReadProfile.class),
        @JsonSubTypes.Type(HostRequest.Log.class), @JsonSubTypes.Type(HostRequest.Stop.class),
        @JsonSubTypes.Type(HostRequest.Lay.class), @JsonSubTypes.Type(HostRequest.StartKeyServer.class),
        @JsonSubTypes.Type(HostRequest.KeyServerCpu.class), @JsonSubTypes.Type(HostRequest.StartClient.class),
        @JsonSubTypes.Type(HostRequest.Release.class)})
sealed interface HostRequest {
    /** The event that says what a process had used when a second of the load ended. */
    String USED = "used";
    /** Which second, counted from 0, in the data of that event and of ticks. */
    String SECOND = "second";

    /** What it is; answered by {@link HostDescription}. */
    record Describe() implements HostRequest {}

    /** What its clock shows, in microseconds since 1970; also says that the lab is there. */
    record Clock() implements HostRequest {}

    /** Who had its processors so far; answered by {@link org.eejs.lab.machine.MachineTime}. */
    record Processors() implements HostRequest {}

    /**
     * To make ready for a run.
     *
     * @param certificates files of the run's certificates, as far as the host needs them
     */
    record Prepare(String run, String configuration, RunSettings settings, Map<String, byte[]> certificates)
            implements HostRequest {}

    /** To try whether the bank of a run could serve; answered by what its security providers offer. */
    record Check(String run) implements HostRequest {}

    /** How long it takes to connect to an address, in microseconds. */
    record Reach(String address) implements HostRequest {}

    /**
     * To start a role of a run that was prepared; answered by {@link StartedRole}.
     *
     * @param share of the load, such as 1/4
     * @param address of what the role calls; null for the back end
     */
    record Start(String run, RoleName role, String share, String address) implements HostRequest {}

    /**
     * To measure a user's own service that runs there; answered by {@link StartedRole}.
     *
     * @param pid its process
     */
    record Attach(String run, String name, URI url, long pid) implements HostRequest {
        /** What is known of it there: who drives it knows the rest. */
        ServiceDescription service() {
            Connections unknown = new Connections(1, true, Connections.Http.HTTP_1_1, List.of(), List.of(), List.of(),
                    null, null, null);
            return new ServiceDescription(name, url, new ServiceScript(List.of(), unknown, List.of(), null, List.of(),
                    Set.of()), new ServiceDescription.Running(pid), List.of(), RunSettings.unsaid(), List.of());
        }
    }

    /** To send a process a command. */
    record Tell(int process, String word) implements HostRequest {}

    /** What a process has used. */
    record Usage(int process) implements HostRequest {}

    /**
     * To say what a process has used whenever a second of the load ends, as an event {@link #USED}.
     *
     * @param micros when the first ended, by the host's clock; see {@link org.eejs.lab.processes.Role#reportUsage}
     */
    record ReportUsage(int process, long micros) implements HostRequest {}

    /** To say that no more until it is asked for again. */
    record PauseReports(int process) implements HostRequest {}

    /** Where a process may compile; see {@link org.eejs.lab.processes.Role#spreadCompiler}. */
    record SpreadCompiler(int process, boolean everywhere) implements HostRequest {}

    /** The final flags of a process. */
    record Flags(int process) implements HostRequest {}

    /** How many methods of a process wait to be compiled; null when not known. */
    record CompilerQueue(int process) implements HostRequest {}

    /** To sample a process's stacks from now on, of a program whose own classes' names begin like that. */
    record BeginProfile(int process, List<String> application, SamplingPlan plan) implements HostRequest {}

    /** To stop sampling. */
    record EndProfile(int process) implements HostRequest {}

    /** What all samples of a process came to; answered by {@link Profile}. */
    record ReadProfile(int process, double pagesPerSecond) implements HostRequest {}

    /** Where a process's log is, with its last line. */
    record Log(int process) implements HostRequest {}

    /** To make a folder with these files for key servers or their clients; released like a run. */
    record Lay(String run, Map<String, byte[]> files) implements HostRequest {}

    /** To start the key server of a file that was laid; answered by {@link StartedServer}. */
    record StartKeyServer(String run, String file) implements HostRequest {}

    /** How many seconds of CPU a key server has used. */
    record KeyServerCpu(int process) implements HostRequest {}

    /**
     * To start a client of key servers; answered by {@link StartedRole}.
     *
     * @param main its main class, which is on the class path of the host's own program
     * @param request what it is to do, as the program takes it
     */
    record StartClient(String run, String main, String request) implements HostRequest {}

    /** To end a process. */
    record Stop(int process) implements HostRequest {}

    /** To end all processes of a run, and to delete what was made for it. */
    record Release(String run) implements HostRequest {}

    /** A profile in figures, and the stacks of which the lab draws a flame graph. */
    record Profile(CpuProfile.Sampling sampling, List<Counted> places, Map<String, Long> systemCalls,
            double walkMillisPerSecond, Waits waits, HostedStacks stacks) {
        /** The processor time of a place, in microseconds. */
        record Counted(Place place, long micros) {}
    }

    /** A process that was started; its JDK is null where that is not known. */
    record StartedRole(int process, List<String> command, int processors, Result.JdkInfo jdk) {
        public StartedRole {
            if (processors < 1) {
                throw new IllegalArgumentException("processors");
            }
        }
    }

    /** A key server that was started, and where it serves. */
    record StartedServer(int process, String address) {}

    /**
     * What a process reported: its number, and the event.
     *
     * @param used what it had used when a second of the load ended, with {@code second} in the data; else null
     */
    record RoleEvent(int process, String name, JsonNode data, ProcessUsage used) {
        public RoleEvent {
            data = data == null ? NullNode.instance : data;
        }
    }

    /** What a host answers: a value, or why not; with the key of the setting at fault, if it is one. */
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
}

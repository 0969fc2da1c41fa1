package org.eejs.bench.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Verdict;

/**
 * Asks providers in a JVM for known answers. If native code crashes there, only that JVM ends: the last question has
 * failed, and another JVM answers the rest.
 *
 * @param jvm the JVMs to start
 * @param log the file for the JVMs' warnings
 * @param stopped whether the check is cancelled: a JVM that ended for that reason did not fail
 */
public record CheckProcess(MeasuredJvm jvm, Path log, BooleanSupplier stopped) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 180;

    /** One question: does the provider know the algorithm of the group? */
    public record Question(String provider, String group, String algorithm) {}

    /**
     * Asks all questions; each has an answer.
     *
     * @throws IOException when no JVM can be started, or it was stopped
     */
    List<Bench.Check> ask(List<Question> questions) throws IOException {
        List<Bench.Check> answers = new ArrayList<>();
        while (answers.size() < questions.size()) {
            int before = answers.size();
            failIfStopped();
            String end = ask(questions.subList(before, questions.size()), answers);
            failIfStopped();
            if (answers.size() < questions.size()) {
                Question failed = questions.get(answers.size());
                answers.add(new Bench.Check(failed.group(), failed.algorithm(), jvm.jdk().version(),
                        failed.provider(), null, Verdict.FAILED, null, end));
            }
        }
        return answers;
    }

    private void failIfStopped() throws IOException {
        if (stopped.getAsBoolean()) {
            throw new IOException("stopped");
        }
    }

    /** Asks until the JVM ends; returns how it ended. */
    private String ask(List<Question> questions, List<Bench.Check> answers) throws IOException {
        List<String> words = new ArrayList<>(List.of(jvm.jdk().version()));
        questions.forEach(question -> {
            words.add(question.provider());
            words.add(question.group());
            words.add(question.algorithm());
        });
        PrivateFolder.make(log.getParent());
        Process process = jvm.start(jvm.command().words(ProviderChecks.class.getName(), words), log, PATIENCE_SECONDS);
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ProviderChecks.ANSWER)) {
                    answers.add(JSON.readValue(line.substring(ProviderChecks.ANSWER.length()), Bench.Check.class));
                }
            }
            int status = process.waitFor();
            return "the JVM that asked it ended with status " + status + "; its output is in " + log.getFileName();
        } catch (JsonProcessingException e) {
            return "the JVM that asked it did not answer in JSON: " + e.getOriginalMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}

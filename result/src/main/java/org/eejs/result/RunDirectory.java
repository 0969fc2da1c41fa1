package org.eejs.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The folder of a result: {@code result.json}, reports and logs. Each file is there
 * whole or not at all.
 *
 * @param path the folder
 */
public record RunDirectory(Path path) {
    /** The result's file name. */
    public static final String RESULT = "result.json";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Makes a new folder.
     *
     * @param chosen the folder that was asked for, or null for {@code results/<time>-<command>}
     * @throws InputException with a line that names the folder when it cannot be made or written to
     */
    public static RunDirectory create(Path chosen, String command) {
        Path path = chosen == null ? free(Path.of("results"), LocalDateTime.now().format(TIME) + "-" + command)
                : chosen;
        try {
            if (Files.exists(path.resolve(RESULT))) {
                throw new InputException("--out " + path + " already holds a result; choose another folder");
            }
            Files.createDirectories(path.resolve("logs"));
            Files.delete(Files.createTempFile(path, "writable", ".tmp"));
        } catch (IOException e) {
            throw new InputException("--out %s cannot be written to (%s); choose another folder"
                    .formatted(path, WholeFile.reason(e)));
        }
        return new RunDirectory(path);
    }

    /**
     * The folder of a result that is gone on with.
     *
     * @throws InputException with a line that names the folder when it is none
     */
    public static RunDirectory open(Path folder) {
        if (!Files.isRegularFile(folder.resolve(RESULT))) {
            throw new InputException("--resume " + folder + " is not a folder with a " + RESULT);
        }
        return new RunDirectory(folder);
    }

    /**
     * Makes a folder for one run of several, below this one.
     *
     * @throws InputException with a line that names the folder when it cannot be made
     */
    public RunDirectory forRun(String name) {
        return create(free(path.resolve("runs"), name), "run");
    }

    private static Path free(Path parent, String name) {
        Path path = parent.resolve(name);
        for (int i = 2; Files.exists(path); i++) {
            path = parent.resolve(name + "-" + i);
        }
        return path;
    }

    /** The log of a process. */
    public Path log(String name) {
        return path.resolve("logs").resolve(name + ".log");
    }

    /** Writes the result, replacing an earlier one as a whole. */
    public void write(Result result) throws IOException {
        WholeFile.write(path.resolve(RESULT), json(result));
    }

    /** The JSON of a result. */
    public static String json(Result result) {
        try {
            return JSON.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result is always JSON", e);
        }
    }

    /**
     * Reads a result from a file, or from {@code result.json} in a folder.
     *
     * @throws InputException with a line that names the file when it is not a result
     */
    public static Result read(Path fileOrFolder) {
        Path file = Files.isDirectory(fileOrFolder) ? fileOrFolder.resolve(RESULT) : fileOrFolder;
        try {
            ResultJson result = JSON.readValue(file.toFile(), ResultJson.class);
            if (!Result.SCHEMA.equals(result.schema())) {
                throw new InputException(file + " is not a result of the form " + Result.SCHEMA);
            }
            return result.toResult();
        } catch (JsonProcessingException e) {
            throw new InputException("%s, line %d is not a result: %s".formatted(file, e.getLocation() == null ? 1
                    : e.getLocation().getLineNr(), e.getOriginalMessage().lines().findFirst().orElse("")));
        } catch (IOException e) {
            throw new InputException("there is no result in " + fileOrFolder + ": " + WholeFile.reason(e));
        }
    }
}

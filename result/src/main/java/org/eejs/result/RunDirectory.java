package org.eejs.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.zip.GZIPInputStream;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;

/**
 * The folder of a result: {@code result.json}, reports and logs. Each file is complete or missing.
 *
 * @param path the folder
 */
public record RunDirectory(Path path) {
    /** The result's file name. */
    public static final String RESULT = "result.json";
    /** The system property that names the folder of new folders; by default it is {@code results}. */
    public static final String RESULTS = "eejs.results";

    /** A result of an hour with 1,000 runs has 40 MB. */
    private static final long LARGEST = 256L << 20;
    /** Bytes of a compressed result in full. */
    private static final int LARGEST_STORED = 64 << 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final ObjectMapper JSON = RecordMapping.in(new ObjectMapper())
            .enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Makes a new folder.
     *
     * @param chosen the folder that was asked for, or null for {@code results/<time>-<command>}
     * @throws InputException with a line that names the folder when it is not writable
     */
    public static RunDirectory create(Path chosen, String command) {
        Path path = chosen != null ? chosen : free(Path.of(System.getProperty(RESULTS, "results")),
                LocalDateTime.now().format(TIME) + "-" + command);
        try {
            if (Files.exists(path.resolve(RESULT))) {
                throw new InputException("--out " + path + ": already holds a result; choose another folder");
            }
            // The user may name a link to a folder; the folder itself contains no links.
            if (!Files.isDirectory(path)) {
                PrivateFolder.make(path);
            }
            PrivateFolder.make(path.resolve("logs"));
            Files.delete(Files.createTempFile(path, "writable", ".tmp"));
        } catch (IOException e) {
            throw new InputException("--out %s: is not writable (%s); choose another folder"
                    .formatted(path, PrivateFile.reason(e)));
        }
        return new RunDirectory(path);
    }

    /**
     * Returns the folder of a result to resume.
     *
     * @throws InputException with a line that names the folder when it is none
     */
    public static RunDirectory open(Path folder) {
        if (!Files.isRegularFile(folder.resolve(RESULT), LinkOption.NOFOLLOW_LINKS)) {
            throw new InputException("--resume " + folder + ": has no file " + RESULT
                    + "; name the folder of a result");
        }
        return new RunDirectory(folder);
    }

    /**
     * Makes a folder for one run of several, below this one.
     *
     * @throws InputException with a line that names the folder when it is not writable
     */
    public RunDirectory forRun(String name) {
        return part("runs", name);
    }

    /** Makes a folder for the check of a configuration, as {@link #forRun} does. */
    public RunDirectory forCheck(String configuration) {
        return part("configurations", configuration);
    }

    /** Scripts that start a service would split an option that names a file in a folder with blanks. */
    private RunDirectory part(String kind, String name) {
        Path parent = folder(kind);
        return create(free(parent, inside(parent, name.replaceAll("\\s", "-")).getFileName().toString()), "run");
    }

    /**
     * Refuses files that are no regular files or too large. A user may name a link to a result; a folder of a result
     * contains no such link.
     */
    private static void checkForm(Path file, boolean isInFolder) throws IOException {
        LinkOption[] how = isInFolder ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, how)) {
            throw new InputException(file + ": is not a regular file; name the folder or file of a result");
        }
        if (Files.size(file) > LARGEST) {
            throw new InputException("%s: is larger than %d MB, the limit for results; name another file".formatted(
                    file, LARGEST >> 20));
        }
    }

    /** Refuses results of other versions with a message, before their parts fail to parse. */
    private static void checkSchema(Path file) throws IOException {
        try (InputStream bytes = opened(file); JsonParser json = JSON.createParser(bytes)) {
            String form = null;
            String field = json.nextToken() == JsonToken.START_OBJECT ? json.nextFieldName() : null;
            for (; field != null && form == null; field = json.nextFieldName()) {
                json.nextToken();
                form = "schema".equals(field) ? json.getValueAsString() : null;
                json.skipChildren();
            }
            if (!Result.SCHEMA.equals(form)) {
                throw new InputException(form != null && form.startsWith("eejs-result/")
                        ? "%s: has the form %s, but this version of EEJS reads %s; measure again".formatted(file, form,
                                Result.SCHEMA)
                        : file + ": is not a result of the form " + Result.SCHEMA);
            }
        }
    }

    /** Opens a result; one whose name ends in .gz is compressed. */
    private static InputStream opened(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        if (!file.toString().endsWith(".gz")) {
            return bytes;
        }
        try (InputStream inflated = new GZIPInputStream(bytes)) {
            byte[] json = inflated.readNBytes(LARGEST_STORED + 1);
            if (json.length > LARGEST_STORED) {
                throw new InputException("%s: has more than %d MB when decompressed; name another file"
                        .formatted(file, LARGEST_STORED >> 20));
            }
            return new ByteArrayInputStream(json);
        }
    }

    private static Path free(Path parent, String name) {
        Path path = parent.resolve(name);
        for (int i = 2; Files.exists(path); i++) {
            path = parent.resolve(name + "-" + i);
        }
        return path;
    }

    /**
     * Makes a folder in this one, unless it exists.
     *
     * @param names the names of the path, from this folder inwards
     * @throws InputException if the path leads out of the folder, or the folder is not writable
     */
    public Path folder(String... names) {
        Path folder = path;
        for (String name : names) {
            folder = inside(folder, name);
            try {
                PrivateFolder.make(folder);
            } catch (IOException e) {
                throw new InputException("could not create " + folder + ": " + PrivateFile.reason(e));
            }
        }
        return folder;
    }

    /**
     * Returns a file or folder that a result names by a path in its own folder.
     *
     * @throws InputException if the path leads out of the folder, by its names or by a symbolic link
     */
    public Path named(String relative) {
        Path at = path;
        if (Path.of(relative).isAbsolute()) {
            throw new InputException("'" + relative + "': is not a path in " + path
                    + "; the result was changed, or is faulty");
        }
        for (Path name : Path.of(relative)) {
            at = inside(at, name.toString());
            if (Files.isSymbolicLink(at)) {
                throw new InputException(at + ": is a symbolic link, which a result never contains; remove it");
            }
        }
        return at;
    }

    private static Path inside(Path folder, String name) {
        Path inside = folder.resolve(name);
        if (name.isEmpty() || name.equals(".") || name.equals("..") || !folder.equals(inside.getParent())) {
            throw new InputException("'" + name + "': is not the name of a file in " + folder
                    + "; the result was changed, or is faulty");
        }
        return inside;
    }

    /** Returns the log of a process. */
    public Path log(String name) {
        return path.resolve("logs").resolve(name + ".log");
    }

    /** Writes the result, replacing an earlier one as a whole. */
    public void write(Result result) throws IOException {
        PrivateFile.write(path.resolve(RESULT), json(result));
    }

    /** Returns the JSON of a result. */
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
        boolean isFolder = Files.isDirectory(fileOrFolder);
        Path file = isFolder ? fileOrFolder.resolve(RESULT) : fileOrFolder;
        try {
            checkForm(file, isFolder);
            checkSchema(file);
            try (InputStream json = opened(file)) {
                return JSON.readValue(json, Result.class);
            }
        } catch (JsonProcessingException e) {
            throw new InputException("%s, line %d: is not a result: %s".formatted(file, e.getLocation() == null ? 1
                    : e.getLocation().getLineNr(), e.getOriginalMessage().lines().findFirst().orElse("")));
        } catch (IOException e) {
            throw new InputException(fileOrFolder + ": has no result: " + PrivateFile.reason(e));
        }
    }
}

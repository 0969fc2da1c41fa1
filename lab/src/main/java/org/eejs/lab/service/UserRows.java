package org.eejs.lab.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eejs.result.InputException;

/** A CSV file of values: a row for each user, below a row of their names. */
final class UserRows {
    private static final CsvMapper CSV = CsvMapper.builder().enable(CsvParser.Feature.TRIM_SPACES)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES).build();

    private static final long LARGEST = 64 << 20;

    private UserRows() {}

    /**
     * Reads a file.
     *
     * @throws InputException with file and line
     */
    static List<Map<String, String>> read(Path path) {
        List<Map<String, String>> rows = new ArrayList<>();
        int line = 1;
        String text;
        try {
            if (Files.exists(path) && Files.size(path) > LARGEST) {
                throw new InputException("%s has %d MB; at most %d MB of users are read".formatted(path,
                        Files.size(path) >> 20, LARGEST >> 20));
            }
        } catch (IOException e) {
            throw new InputException("cannot read " + path);
        }
        try {
            text = Files.readString(path).replaceFirst("^\uFEFF", "");
        } catch (IOException e) {
            throw new InputException(path + (Files.exists(path) ? " is not readable as UTF-8" : " does not exist"));
        }
        try (MappingIterator<String[]> each = CSV.readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY)
                .with(CsvSchema.emptySchema().withColumnSeparator(separator(text))).readValues(text)) {
            String[] names = each.hasNextValue() ? each.nextValue() : new String[0];
            for (int i = 0; i < names.length; i++) {
                check(path, i + 1, names[i]);
            }
            line = each.getCurrentLocation().getLineNr();
            while (each.hasNextValue()) {
                String[] values = each.nextValue();
                if (values.length != names.length) {
                    throw new InputException("%s, line %d: must have %d values, one for each name, not %d"
                            .formatted(path, line, names.length, values.length));
                }
                rows.add(IntStream.range(0, names.length).boxed().collect(Collectors.toUnmodifiableMap(
                        i -> names[i], i -> values[i])));
                // The first line of the next row.
                line = each.getCurrentLocation().getLineNr();
            }
        } catch (JsonProcessingException e) {
            // Without the parser's message, which may show values.
            throw new InputException("%s, line %d: this is not CSV; a quote may not be closed".formatted(path,
                    line));
        } catch (IOException e) {
            throw new InputException("cannot read " + path);
        } catch (IllegalStateException e) {
            throw new InputException(path + ", line 1: a name appears twice");
        }
        if (rows.isEmpty()) {
            throw new InputException(path + ", line 1: a row of names is expected, and rows of values below");
        }
        return List.copyOf(rows);
    }

    /** Returns the separator, which names do not contain; spreadsheets write semicolons where decimals have commas. */
    private static char separator(String text) {
        String names = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        return names.indexOf(',') < 0 && names.indexOf(';') >= 0 ? ';' : names.indexOf(',') < 0
                && names.indexOf('\t') >= 0 ? '\t' : ',';
    }

    /** Checks a name without showing it, since it is a value if the row of names was left out. */
    private static void check(Path path, int column, String name) {
        if (!Placeholders.isName(name) || name.equals(Placeholders.USER) || name.equals(Placeholders.PORT)) {
            throw new InputException(("%s, line 1: column %d has no valid name; use letters, digits and _, "
                    + "but not user or port").formatted(path, column));
        }
    }
}

package org.eejs.driver.script;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.banking.service.NewValue;
import org.eejs.banking.service.PercentEncoding;
import org.eejs.banking.service.ServiceRequest;

/** A text with {@code ${name}} and the like for values, as {@link ServiceRequest} has it, parsed once. Immutable. */
final class Template {
    private static final Pattern NAME = Pattern.compile("\\$\\{(url:|json:)?([^}]+)}");

    private static final String DOLLAR = "$";

    private final List<String> names = new ArrayList<>();
    /** The encoding of each name's value. */
    private final List<UnaryOperator<String>> writings = new ArrayList<>();
    /** The text before, between and after the names. */
    private final List<String> literals = new ArrayList<>();
    private final List<byte[]> bytes;

    /**
     * Parses a text.
     *
     * @param encoding the encoding of a value without an explicit one
     */
    Template(String text, UnaryOperator<String> encoding) {
        Matcher name = NAME.matcher(text);
        int from = 0;
        for (; name.find(); from = name.end()) {
            literals.add(text.substring(from, name.start()));
            names.add(name.group(2));
            writings.add(name.group(1) == null ? encoding : writing(name.group(1)));
        }
        literals.add(text.substring(from));
        bytes = literals.stream().map(literal -> literal.getBytes(StandardCharsets.UTF_8)).toList();
    }

    private static UnaryOperator<String> writing(String prefix) {
        return prefix.equals("json:") ? Template::json : PercentEncoding::of;
    }

    private static String json(String value) {
        return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(value));
    }

    private String value(int name, Map<String, String> values) {
        String one = names.get(name);
        return writings.get(name).apply(one.equals(DOLLAR) ? DOLLAR
                : NewValue.is(one) ? NewValue.of(one, values) : values.get(one));
    }

    /** Returns whether it has no names. */
    boolean isConstant() {
        return names.isEmpty();
    }

    /** Returns the first name without a value, or null. */
    String missing(Map<String, String> values) {
        for (String name : names) {
            if (!values.containsKey(name) && !name.equals(DOLLAR) && !NewValue.is(name)) {
                return name;
            }
        }
        return null;
    }

    /** Returns the text with all values; none may be missing. */
    String text(Map<String, String> values) {
        if (names.isEmpty()) {
            return literals.get(0);
        }
        StringBuilder text = new StringBuilder(literals.get(0));
        for (int i = 0; i < names.size(); i++) {
            text.append(value(i, values)).append(literals.get(i + 1));
        }
        return text.toString();
    }

    /** Writes the text with all values in UTF-8. */
    void write(ByteBuf out, Map<String, String> values) {
        out.writeBytes(bytes.get(0));
        for (int i = 0; i < names.size(); i++) {
            ByteBufUtil.writeUtf8(out, value(i, values));
            out.writeBytes(bytes.get(i + 1));
        }
    }
}

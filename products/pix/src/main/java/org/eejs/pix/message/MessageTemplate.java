package org.eejs.pix.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of a message with places such as <code>{AMOUNT}</code>, each for a {@link MessageField}. Immutable. */
final class MessageTemplate {
    private static final Pattern PLACE = Pattern.compile("\\{([A-Z_]+)}");

    private final byte[][] literals;
    private final MessageField[] fields;
    private final int longest;

    MessageTemplate(String text) {
        List<byte[]> between = new ArrayList<>();
        List<MessageField> found = new ArrayList<>();
        Matcher places = PLACE.matcher(text);
        int from = 0;
        while (places.find()) {
            between.add(text.substring(from, places.start()).getBytes(StandardCharsets.UTF_8));
            found.add(MessageField.valueOf(places.group(1)));
            from = places.end();
        }
        between.add(text.substring(from).getBytes(StandardCharsets.UTF_8));
        literals = between.toArray(byte[][]::new);
        fields = found.toArray(MessageField[]::new);
        longest = between.stream().mapToInt(each -> each.length).sum()
                + found.stream().mapToInt(each -> each.longest).sum();
    }

    int longest() {
        return longest;
    }

    void write(MessageGenerator to) {
        for (int i = 0; i < fields.length; i++) {
            to.out().append(literals[i]);
            fields[i].write(to);
        }
        to.out().append(literals[fields.length]);
    }
}

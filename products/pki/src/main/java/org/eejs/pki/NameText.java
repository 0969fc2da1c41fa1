package org.eejs.pki;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.eejs.pki.DistinguishedName.Attribute;

/**
 * A reader of distinguished names as text: the JDK reads the forms of RFC 4514; this class reads those of other
 * programs.
 */
final class NameText {
    /**
     * The numbers of types by the keywords that programs write. Each keyword has one meaning. If programs disagree, the
     * programs that write it decide: {@code SN} is surname, because Bouncy Castle reads it as serial number, but does
     * not write it. {@code uniqueIdentifier} is ambiguous, so it has no meaning here.
     */
    private static final Map<String, String> TYPES = types("""
            2.5.4.3 CN commonName
            2.5.4.4 SN surname
            2.5.4.5 serialNumber
            2.5.4.6 C countryName
            2.5.4.7 L localityName
            2.5.4.8 ST S stateOrProvinceName
            2.5.4.9 STREET streetAddress
            2.5.4.10 O organizationName
            2.5.4.11 OU organizationalUnitName
            2.5.4.12 T title
            2.5.4.13 description
            2.5.4.15 businessCategory
            2.5.4.16 postalAddress
            2.5.4.17 postalCode
            2.5.4.18 POBox postOfficeBox
            2.5.4.20 Phone telephoneNumber
            2.5.4.41 name
            2.5.4.42 GN G givenName
            2.5.4.43 I initials
            2.5.4.44 generation generationQualifier
            2.5.4.46 DNQ dnQualifier DN
            2.5.4.65 pseudonym
            2.5.4.72 role
            2.5.4.97 organizationIdentifier
            0.9.2342.19200300.100.1.1 UID userId
            0.9.2342.19200300.100.1.25 DC domainComponent
            1.2.840.113549.1.9.1 E email emailAddress
            1.2.840.113549.1.9.2 unstructuredName
            1.2.840.113549.1.9.8 unstructuredAddress
            1.3.6.1.4.1.311.60.2.1.1 jurisdictionL jurisdictionLocality jurisdictionLocalityName
            1.3.6.1.4.1.311.60.2.1.2 jurisdictionST jurisdictionState jurisdictionStateOrProvinceName
            1.3.6.1.4.1.311.60.2.1.3 jurisdictionC jurisdictionCountry jurisdictionCountryName
            """);
    /** The JDK's message for a type with another name. */
    private static final Pattern OTHER_KEYWORD = Pattern.compile("Invalid keyword \"(.*)\"");
    private static final Pattern NUMBER = Pattern.compile("[0-2](\\.(0|[1-9][0-9]{0,38}))+");
    /** An escaped character, or a quoted value. */
    private static final Pattern QUOTED =
            Pattern.compile("\\\\.|(?<==)( *)\"((?:[^\"\\\\]++|\\\\.|\"\")*)\"(?= *(?:[,;+]|$))");
    /**
     * Within quotes: an escaped character, a quote as .NET doubles it, or a character that must be escaped without
     * quotes.
     */
    private static final Pattern IN_QUOTES = Pattern.compile("\\\\.|\"?([,=+<>#;\" ])");
    private static final String AND = "(?=[A-Za-z0-9.]+=)";
    private static final Pattern NEXT_PART = Pattern.compile("(?<!\\\\)/" + AND);
    private static final Pattern NEXT_ATTRIBUTE = Pattern.compile("(?<!\\\\)\\+" + AND);
    private static final Pattern SLASH_ESCAPE = Pattern.compile("\\\\(?:x([0-9A-Fa-f]{2})|([/+]))");

    private NameText() {}

    private static Map<String, String> types(String lines) {
        Map<String, String> types = new HashMap<>();
        lines.lines().map(line -> line.split(" ")).forEach(words -> {
            for (int i = 1; i < words.length; i++) {
                types.put(words[i].toUpperCase(Locale.ROOT), words[0]);
            }
        });
        return Map.copyOf(types);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if it is not a name; the message gives the reason
     */
    static DistinguishedName parse(String text) {
        if (text.startsWith("/")) {
            return new DistinguishedName(NEXT_PART.splitAsStream(text.substring(1))
                    .map(part -> NEXT_ATTRIBUTE.splitAsStream(part).map(NameText::slashAttribute).toList()).toList());
        }
        if (text.indexOf('=') < 0) {
            throw new IllegalArgumentException("'" + text + "' has no =");
        }
        utf8(text);
        DistinguishedName name;
        try {
            // The JDK itself does not read all quoted values that it writes.
            String unquoted = QUOTED.matcher(text).replaceAll(found -> Matcher.quoteReplacement(
                    found.group(2) == null ? found.group() : unquoted(found.group(2))));
            name = DistinguishedName.of(new X500Principal(unquoted, TYPES));
        } catch (IllegalArgumentException e) {
            String told = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
            Matcher keyword = OTHER_KEYWORD.matcher(told);
            throw keyword.matches() ? noType(keyword.group(1)) : new IllegalArgumentException(told, e);
        }
        if (name.toString().contains("\uFFFD") && !text.contains("\uFFFD")) {
            throw new IllegalArgumentException("its escaped bytes are not UTF-8");
        }
        return name;
    }

    private static String unquoted(String value) {
        return IN_QUOTES.matcher(value).replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null
                ? found.group() : "\\" + found.group(1)));
    }

    /** Reads {@code O=EEJS} of {@code /C=BR/O=EEJS}: OpenSSL escapes slash and plus, and writes \xHH for non-ASCII. */
    private static Attribute slashAttribute(String attribute) {
        int equals = attribute.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("'" + attribute + "' has no =");
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        int from = equals + 1;
        for (Matcher escape = SLASH_ESCAPE.matcher(attribute); escape.find(from); from = escape.end()) {
            value.writeBytes(utf8(attribute.substring(from, escape.start())));
            value.write(escape.group(1) == null ? escape.group(2).charAt(0) : HexFormat.fromHexDigits(escape.group(1)));
        }
        value.writeBytes(utf8(attribute.substring(from)));
        try {
            return Attribute.ofText(type(attribute.substring(0, equals)), StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(value.toByteArray())).toString());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("its escaped bytes are not UTF-8", e);
        }
    }

    private static String type(String keyword) {
        String type = NUMBER.matcher(keyword).matches() ? keyword : TYPES.get(keyword.toUpperCase(Locale.ROOT));
        if (type == null) {
            throw noType(keyword);
        }
        return type;
    }

    private static IllegalArgumentException noType(String keyword) {
        return new IllegalArgumentException("there is no type '" + keyword + "'; write its number, such as 2.5.4.97");
    }

    private static byte[] utf8(String characters) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(characters)) {
            throw new IllegalArgumentException("it is not Unicode");
        }
        return characters.getBytes(StandardCharsets.UTF_8);
    }
}

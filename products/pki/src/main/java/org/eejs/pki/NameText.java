package org.eejs.pki;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Primitive;
import org.eejs.pki.DistinguishedName.Attribute;

/** A distinguished name as text, read from its beginning to its end. For one use. */
final class NameText {
    /**
     * The numbers of types by the keywords that programs write. Each keyword has one meaning: where programs disagree,
     * that of those that write it ({@code SN}, which Bouncy Castle reads as serial number and does not write), or none
     * ({@code uniqueIdentifier}).
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
    private static final Pattern NUMBER = Pattern.compile("[0-2](\\.(0|[1-9][0-9]{0,38}))+");
    private static final String AND = "(?=[A-Za-z0-9.]+=)";
    private static final Pattern NEXT_PART = Pattern.compile("(?<!\\\\)/" + AND);
    private static final Pattern NEXT_ATTRIBUTE = Pattern.compile("(?<!\\\\)\\+" + AND);
    private static final Pattern SLASH_ESCAPE = Pattern.compile("\\\\(?:x([0-9A-Fa-f]{2})|([/+]))");
    private static final String ESCAPED = ",=+<>#;\\\" ";
    private static final String ENDS = ",;+";

    private final String text;
    private int at;

    NameText(String text) {
        this.text = text;
    }

    private static Map<String, String> types(String lines) {
        Map<String, String> types = new HashMap<>();
        lines.lines().map(line -> line.split(" ")).forEach(words -> {
            for (int i = 1; i < words.length; i++) {
                types.put(words[i].toLowerCase(Locale.ROOT), words[0]);
            }
        });
        return Map.copyOf(types);
    }

    /** Reads the parts, and returns them in the certificate's order. */
    List<List<Attribute>> parts() {
        if (text.startsWith("/")) {
            return slashParts();
        }
        List<List<Attribute>> parts = new ArrayList<>();
        do {
            parts.add(part());
        } while (take(',') || take(';'));
        if (at < text.length()) {
            throw wrong("'" + text.charAt(at) + "' is out of place; escape it by \\");
        }
        Collections.reverse(parts);
        return parts;
    }

    /** Reads {@code /C=BR/O=EEJS}, where OpenSSL escapes slash and plus, and writes \xHH for what is not ASCII. */
    private List<List<Attribute>> slashParts() {
        return NEXT_PART.splitAsStream(text.substring(1))
                .map(part -> NEXT_ATTRIBUTE.splitAsStream(part).map(this::slashAttribute).toList()).toList();
    }

    private Attribute slashAttribute(String attribute) {
        int equals = attribute.indexOf('=');
        if (equals < 0) {
            throw wrong("'" + attribute + "' has no =");
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        int from = equals + 1;
        for (Matcher escape = SLASH_ESCAPE.matcher(attribute); escape.find(from); from = escape.end()) {
            value.writeBytes(utf8(attribute.substring(from, escape.start())));
            value.write(escape.group(1) == null ? escape.group(2).charAt(0) : HexFormat.fromHexDigits(escape.group(1)));
        }
        value.writeBytes(utf8(attribute.substring(from)));
        return Attribute.ofText(type(attribute.substring(0, equals)), text(value));
    }

    private List<Attribute> part() {
        List<Attribute> part = new ArrayList<>();
        do {
            part.add(attribute());
        } while (take('+'));
        return part;
    }

    private Attribute attribute() {
        int equals = text.indexOf('=', at);
        if (equals < 0) {
            throw wrong("'" + text.substring(at) + "' has no =");
        }
        String type = type(text.substring(at, equals).strip());
        at = equals + 1;
        skipSpaces();
        if (at < text.length() && text.charAt(at) == '#') {
            return Attribute.of(type, encoded());
        }
        return Attribute.ofText(type, take('"') ? quoted() : plain());
    }

    private String type(String keyword) {
        String number = keyword.regionMatches(true, 0, "OID.", 0, 4) ? keyword.substring(4) : keyword;
        if (NUMBER.matcher(number).matches()) {
            return number;
        }
        String type = TYPES.get(keyword.toLowerCase(Locale.ROOT));
        if (type == null) {
            throw wrong("there is no type '" + keyword + "'; write its number, such as 2.5.4.97");
        }
        return type;
    }

    /** Reads the DER of a value in hexadecimal digits. */
    private ASN1Primitive encoded() {
        int from = ++at;
        while (at < text.length() && ENDS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String digits = text.substring(from, at).strip();
        try {
            ASN1Primitive value = ASN1Primitive.fromByteArray(HexFormat.of().parseHex(digits));
            if (value != null) {
                return value;
            }
        } catch (IOException | RuntimeException e) {
            // The refusal below says what is expected.
        }
        throw wrong("'#" + digits + "' is not the DER of a value");
    }

    /** Reads up to the closing quote; a quote within is escaped, or doubled as .NET writes it. */
    private String quoted() {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        while (at < text.length()) {
            if (take('"')) {
                if (!take('"')) {
                    skipSpaces();
                    return text(value);
                }
                value.write('"');
            } else {
                character(value);
            }
        }
        throw wrong("the closing \" is missing");
    }

    private String plain() {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        while (at < text.length() && ENDS.indexOf(text.charAt(at)) < 0) {
            if (text.charAt(at) == '"') {
                throw wrong("a \" within a value must be escaped by \\");
            }
            character(value);
        }
        return text(value);
    }

    private void character(ByteArrayOutputStream value) {
        if (!take('\\')) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            value.writeBytes(utf8(Character.toString(character)));
        } else if (at < text.length() && ESCAPED.indexOf(text.charAt(at)) >= 0) {
            value.write(text.charAt(at++));
        } else if (at + 1 < text.length() && HexFormat.isHexDigit(text.charAt(at))
                && HexFormat.isHexDigit(text.charAt(at + 1))) {
            value.write(HexFormat.fromHexDigits(text, at, at + 2));
            at += 2;
        } else {
            throw wrong("a \\ must be followed by a special character or two hexadecimal digits");
        }
    }

    private byte[] utf8(String characters) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(characters));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw wrong("it is not Unicode");
        }
    }

    private String text(ByteArrayOutputStream utf8) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8.toByteArray())).toString();
        } catch (CharacterCodingException e) {
            throw wrong("its escaped bytes are not UTF-8");
        }
    }

    private boolean take(char expected) {
        boolean isThere = at < text.length() && text.charAt(at) == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void skipSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what);
    }
}

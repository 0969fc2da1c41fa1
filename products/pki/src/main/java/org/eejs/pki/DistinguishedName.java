package org.eejs.pki;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERIA5String;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.util.Strings;

/**
 * The name in a certificate, made comparable. Two names are equal if their parts are equal in the same order: the types
 * by their numbers (OID), the values by their text. Text is equal except for the case of the letters A to Z and the
 * number of spaces (RFC 5280, 7.1). All other characters must be the same: {@link X500Principal#equals} treats
 * full-width letters as ordinary ones, so an authority that does not would certify two clients of one name. Values that
 * are not Printable, UTF8, IA5 or BMP strings are compared by their bytes. Immutable.
 *
 * @param parts the relative names, in the certificate's order; each with its attributes, sorted
 */
public record DistinguishedName(List<List<Attribute>> parts) {
    /** A type by its number, and its value made comparable. */
    public record Attribute(String type, String value) {
        static final Comparator<Attribute> ORDER = Comparator.comparing(Attribute::type)
                .thenComparing(Attribute::value);

        /** Returns an attribute with the value from a certificate. */
        static Attribute of(String type, ASN1Encodable value) {
            ASN1Encodable string = value.toASN1Primitive();
            if (string instanceof DERUTF8String || string instanceof DERPrintableString
                    || string instanceof DERIA5String || string instanceof DERBMPString) {
                return ofText(type, ((ASN1String) string).getString());
            }
            try {
                return new Attribute(type, "bytes " + HexFormat.of().formatHex(string.toASN1Primitive()
                        .getEncoded(ASN1Encoding.DER)));
            } catch (IOException e) {
                throw new IllegalArgumentException("writing a value that was read failed", e);
            }
        }

        static Attribute ofText(String type, String text) {
            return new Attribute(type, "text " + Strings.toLowerCase(text.replaceAll(" +", " ")
                    .replaceAll("^ | $", "")));
        }
    }

    public DistinguishedName {
        parts = parts.stream().map(part -> part.stream().sorted(Attribute.ORDER).toList()).toList();
    }

    /** Returns the name of a principal. */
    public static DistinguishedName of(X500Principal principal) {
        return new DistinguishedName(Arrays.stream(X500Name.getInstance(principal.getEncoded()).getRDNs())
                .map(DistinguishedName::part).toList());
    }

    private static List<Attribute> part(RDN part) {
        return Arrays.stream(part.getTypesAndValues()).map(DistinguishedName::attribute).toList();
    }

    private static Attribute attribute(AttributeTypeAndValue attribute) {
        return Attribute.of(attribute.getType().getId(), attribute.getValue());
    }

    /**
     * Reads a name as OpenSSL, .NET, Bouncy Castle, Python and the JDK write it. If commas separate the parts, the last
     * part of the certificate comes first (RFC 4514). If each part begins with a slash, the first part comes first.
     *
     * @throws IllegalArgumentException if it is not such a name; the message gives the reason
     */
    public static DistinguishedName parse(String text) {
        return NameText.parse(text);
    }
}

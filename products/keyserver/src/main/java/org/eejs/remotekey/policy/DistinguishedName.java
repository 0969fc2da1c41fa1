package org.eejs.remotekey.policy;

import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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

/**
 * A name of a certificate, to be compared. Its parts are compared in their order. Text is equal but for the case of the
 * letters A to Z and for the number of spaces (RFC 5280, 7.1), all other characters as they are: the stringprep of that
 * RFC, which {@link X500Principal#equals} follows, takes full-width letters for ordinary ones, so that an authority
 * that does not would certify two clients of one name. What is no Printable, UTF8, IA5 or BMP string is compared by its
 * bytes.
 */
public record DistinguishedName(List<Set<Attribute>> parts) {
    /** A type by its number, and its value made comparable. */
    record Attribute(String type, String value) {}

    /** The name that a principal has. */
    public static DistinguishedName of(X500Principal principal) {
        return new DistinguishedName(Arrays.stream(X500Name.getInstance(principal.getEncoded()).getRDNs())
                .map(DistinguishedName::part).toList());
    }

    private static Set<Attribute> part(RDN part) {
        return Arrays.stream(part.getTypesAndValues()).map(DistinguishedName::attribute)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Attribute attribute(AttributeTypeAndValue attribute) {
        return new Attribute(attribute.getType().getId(), value(attribute.getValue()));
    }

    private static String value(ASN1Encodable value) {
        ASN1Encodable string = value.toASN1Primitive();
        if (string instanceof DERUTF8String || string instanceof DERPrintableString || string instanceof DERIA5String
                || string instanceof DERBMPString) {
            return "text " + Ascii.toLowerCase(CharMatcher.is(' ').trimAndCollapseFrom(
                    ((ASN1String) string).getString(), ' '));
        }
        try {
            return "bytes " + HexFormat.of().formatHex(string.toASN1Primitive().getEncoded(ASN1Encoding.DER));
        } catch (IOException e) {
            throw new IllegalArgumentException("a name that was read cannot be written", e);
        }
    }
}

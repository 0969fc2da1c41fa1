package org.eejs.driver.service;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what went wrong with a connection, from what BoringSSL, JSSE or the system say of it. */
public final class TlsTrouble {
    /** As BoringSSL ({@code SSLV3_ALERT_HANDSHAKE_FAILURE}) and JSSE ({@code alert: handshake_failure}) write it. */
    private static final Pattern ALERT = Pattern.compile("(?:_ALERT_|fatal alert: )(\\w+)");

    private TlsTrouble() {}

    /** In a line; null if nothing is known. */
    public static String describe(Throwable cause, String host) {
        String last = null;
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String message = each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
            Matcher alert = ALERT.matcher(message);
            if (alert.find()) {
                return "alert " + alert.group(1).toLowerCase(Locale.ROOT);
            }
            if (each instanceof CertificateExpiredException) {
                return "certificate has expired";
            } else if (each instanceof CertificateNotYetValidException) {
                return "certificate is not valid yet";
            } else if (each instanceof CertPathBuilderException) {
                return "certificate is not trusted";
            } else if (each instanceof CertificateException && message.matches("No (name|subject alternative).*")) {
                return "certificate has no name " + host;
            }
            last = message;
        }
        return last;
    }

    /** Whether the other side refused all protocols that were offered by ALPN. */
    public static boolean isAlpnRefused(Throwable cause) {
        return "alert no_application_protocol".equals(describe(cause, ""));
    }
}

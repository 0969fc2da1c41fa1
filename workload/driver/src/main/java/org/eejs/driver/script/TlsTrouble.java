package org.eejs.driver.script;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** The description of a failed connection, from the messages of BoringSSL, JSSE or the system. */
public final class TlsTrouble {
    /**
     * An alert as BoringSSL ({@code SSLV3_ALERT_HANDSHAKE_FAILURE}) and JSSE ({@code alert: handshake_failure}) write
     * it.
     */
    private static final Pattern ALERT = Pattern.compile("(?:_ALERT_|fatal alert: )(\\w+)");
    /** BoringSSL's form of other errors. */
    private static final Pattern OPENSSL = Pattern.compile("error:\\w+:[\\w ]+:\\w+:\\w+");

    /** Netty's message for a body of HTTP/2 whose length differs from its header. */
    private static final String LENGTHS = "Received amount of data \\d+ does not match content-length header \\d+";

    private TlsTrouble() {}

    /**
     * Returns the reason of a failure in a line; null if nothing is known.
     *
     * @param showsText whether the line may have text that the other side sent
     */
    public static String describe(Throwable cause, String host, boolean showsText) {
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
            last = showsText || isOurs(each) ? message : OPENSSL.matcher(message).matches() ? message
                    : each.getClass().getSimpleName();
        }
        return last;
    }

    /** Returns whether a message comes from the system or Netty, without text of the other side. */
    private static boolean isOurs(Throwable each) {
        return each instanceof TooLongFrameException || each instanceof IOException && !(each instanceof SSLException)
                || each instanceof Http2Exception && String.valueOf(each.getMessage()).matches(LENGTHS);
    }

    /** Returns whether the other side refused all protocols that were offered by ALPN. */
    public static boolean isAlpnRefused(Throwable cause) {
        return "alert no_application_protocol".equals(describe(cause, "", false));
    }
}

package org.eejs.result.settings;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/**
 * What a run is asked to do, in the words of the command line and of experiment files. Checked by {@code RunPlan}, or,
 * with {@link #xml()}, by {@code XmlPlan}.
 *
 * <p>Every part may be null, which means that it was not said.
 *
 * @param sessions simultaneous user sessions (closed model); null in the open model
 * @param arrivalRate sessions that begin per second (open model); null in the closed model
 * @param thinkTime mean think time, such as {@code 10s}
 * @param phases ramp-up, warm-up, steady state, ramp-down, such as {@code 8s,22s,38s,2s}
 * @param tls the TLS profile
 * @param backEnd how the bank connects to the back end
 * @param backEndTrust what the bank trusts there: private, the run's own CAs, or cacerts, the JVM's default trust store
 * @param pageTimeout after what time a page is given up
 * @param seed what every random choice follows from
 * @param jdk the bank's JDK: a version, a home folder, or {@code same} for the one that runs the lab
 * @param provider the security provider of each service, such as {@code rsa=ACCP,aes=SunJCE}, or one for all
 * @param tlsStack what speaks TLS with browsers: jsse, conscrypt, bcjsse, openssl-ffm or openssl-jni
 * @param container the servlet container: tomcat or jetty
 * @param keyStore the type of the server's key store: pkcs12 or jks
 * @param keyManager the KeyManagerFactory algorithm, such as SunX509 or PKIX
 * @param cryptoIntrinsics {@code on}, or {@code off} for a JVM that computes cryptography without them
 * @param diseases bottlenecks of JDK 8u60 that the bank suffers from, such as cipher-probe; all or none
 * @param cures what the library of cures takes over: trust, context, context-sharing, random, keys; all or none
 * @param placement {@code auto}, {@code none}, or processors by role such as {@code bank=1,driver=0,besim=0}
 * @param bankJvmOptions additional JVM options of the bank
 * @param bankThreads the bank's worker threads
 * @param driverThreads the driver's event loops
 * @param bankPort the bank's port; 0 for any free one
 * @param besimPort the back end's port; 0 for any free one
 * @param xml the XML workload is run instead of the banking workload, as is said here; null for the banking workload
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunSettings(Integer sessions, Double arrivalRate, String thinkTime, String phases, String tls,
        String backEnd, String backEndTrust, String pageTimeout, Long seed, String jdk, String provider,
        String tlsStack, String container, String keyStore, String keyManager, String cryptoIntrinsics,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> diseases,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> cures, String placement,
        List<String> bankJvmOptions, Integer bankThreads, Integer driverThreads, Integer bankPort, Integer besimPort,
        XmlSettings xml) {
    /** YAML takes the words on and off for true and false. */
    public RunSettings {
        cryptoIntrinsics = "true".equals(cryptoIntrinsics) ? "on" : "false".equals(cryptoIntrinsics) ? "off"
                : cryptoIntrinsics;
    }

    /** The JDK that runs the lab. */
    public static final String SAME_JDK = "same";
    /** Processors are chosen from the machine's cores. */
    public static final String AUTO_PLACEMENT = "auto";
    /** Phases that give a verdict well within 90 seconds. */
    public static final String DEFAULT_PHASES = "8s,22s,38s,2s";
    /** Phases for a first look. */
    public static final String QUICK_PHASES = "3s,5s,12s,1s";

    private static final ObjectMapper SETTINGS = new ObjectMapper();
    /** What holds where nothing was said, but for the load. */
    private static final RunSettings DEFAULTS = new RunSettings(null, null, "10s", DEFAULT_PHASES, "modern",
            "new-connection", "private", "60s", 1L, SAME_JDK, null, "jsse", "tomcat", "pkcs12", null, "on", List.of(),
            List.of(), AUTO_PLACEMENT, List.of(), 200, 1, 0, 0, null);
    private static final int DEFAULT_SESSIONS = 400;
    private static final int QUICK_SESSIONS = 100;

    /** Nothing said. */
    public static RunSettings unsaid() {
        return SETTINGS.convertValue(Map.of(), RunSettings.class);
    }

    /** Only one thing said, by its key in experiment files. */
    public static RunSettings only(String key, Object value) {
        return SETTINGS.convertValue(Map.of(key, value), RunSettings.class);
    }

    /**
     * These settings, and where they say nothing, the others. A load said here replaces the other load as a whole;
     * {@link #xml} is merged part by part.
     */
    public RunSettings or(RunSettings others) {
        boolean ownLoad = sessions != null || arrivalRate != null;
        return new RunSettings(ownLoad ? sessions : others.sessions, ownLoad ? arrivalRate : others.arrivalRate,
                first(thinkTime, others.thinkTime), first(phases, others.phases), first(tls, others.tls),
                first(backEnd, others.backEnd), first(backEndTrust, others.backEndTrust),
                first(pageTimeout, others.pageTimeout), first(seed, others.seed),
                first(jdk, others.jdk), first(provider, others.provider), first(tlsStack, others.tlsStack),
                first(container, others.container), first(keyStore, others.keyStore),
                first(keyManager, others.keyManager), first(cryptoIntrinsics, others.cryptoIntrinsics),
                first(diseases, others.diseases), first(cures, others.cures),
                first(placement, others.placement), first(bankJvmOptions, others.bankJvmOptions),
                first(bankThreads, others.bankThreads), first(driverThreads, others.driverThreads),
                first(bankPort, others.bankPort), first(besimPort, others.besimPort),
                xml == null || others.xml == null ? first(xml, others.xml) : xml.or(others.xml));
    }

    /** These settings of the banking workload with the defaults where they say nothing. */
    public RunSettings orDefaults() {
        return or(DEFAULTS).orSessions(DEFAULT_SESSIONS);
    }

    /** These settings, with a light load where they say nothing of the load: one that suits a first look. */
    public RunSettings orQuickLoad() {
        return orSessions(QUICK_SESSIONS);
    }

    private RunSettings orSessions(int count) {
        if (sessions != null || arrivalRate != null) {
            return this;
        }
        return only("sessions", count).or(this);
    }

    private static <T> T first(T said, T otherwise) {
        return said == null ? otherwise : said;
    }
}

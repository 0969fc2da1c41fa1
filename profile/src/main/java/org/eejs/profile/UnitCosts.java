package org.eejs.profile;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.eejs.result.RecordMapping;

/**
 * The CPU of cryptographic operations in units of one RSA-2048 signature by the same JDK, from {@code units.yaml}.
 * Ratios differ less between machines than times do. Immutable.
 */
public final class UnitCosts {
    private static final String FILE = "units.yaml";
    private static final NavigableMap<Integer, UnitCosts> BY_JDK = read();

    private final Map<String, Double> ratios;

    private UnitCosts(Map<String, Double> ratios) {
        this.ratios = ratios;
    }

    /** The content of the file. */
    private record Table(TreeMap<Integer, Map<String, Double>> ratios) {}

    private static NavigableMap<Integer, UnitCosts> read() {
        try (InputStream file = UnitCosts.class.getResourceAsStream(FILE)) {
            NavigableMap<Integer, UnitCosts> all = new TreeMap<>();
            RecordMapping.in(new YAMLMapper()).readValue(file, Table.class).ratios()
                    .forEach((jdk, ratios) -> all.put(jdk, new UnitCosts(ratios)));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the costs of a feature release, or of the closest older one that was measured. */
    public static UnitCosts of(int feature) {
        Map.Entry<Integer, UnitCosts> closest = BY_JDK.floorEntry(feature);
        return (closest == null ? BY_JDK.firstEntry() : closest).getValue();
    }

    /** Returns the name of the signatures of a key, such as {@code RSA-2048} or {@code ECDSA-P-256}. */
    public static String signature(String keyType, int bits) {
        return keyType.equals("EC") ? "ECDSA-P-" + bits : keyType.equals("RSA") ? "RSA-" + bits : keyType;
    }

    /** Returns whether an operation was measured. */
    public boolean knows(String operation) {
        return ratios.containsKey(operation);
    }

    /** Returns the ratio of an operation, such as {@code ECDSA-P-256 sign JDK}. */
    public double ratio(String operation) {
        Double ratio = ratios.get(operation);
        if (ratio == null) {
            throw new IllegalArgumentException("no cost of " + operation);
        }
        return ratio;
    }
}

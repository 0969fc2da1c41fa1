package org.eejs.bench.measuring;

import java.security.Provider;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Bench;

/** What JMH itself costs around a call: measured beside everything else, so that it can be told what it spoils. */
public final class Overhead implements ProviderGroup {
    /** The name of the group that is always measured and never listed. */
    public static final String NAME = "nothing";
    private static final String CALL = "call";
    /** The only one. */
    public static final Group GROUP = new Overhead();

    private Overhead() {}

    /** Its only cell on a JDK. */
    public static Bench.Cell cell(Jdk jdk) {
        return new Bench.Cell(NAME, CALL, NAME, null, Map.of(), jdk.version(), "SUN", true, 1);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "An empty call";
    }

    @Override
    public String about() {
        return "A method that gives back an object.";
    }

    @Override
    public Class<?> benchmark() {
        return EmptyCall.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of(CALL);
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return List.of(NAME);
    }

    @Override
    public String check(Provider provider, String algorithm) {
        return "nothing to check";
    }
}

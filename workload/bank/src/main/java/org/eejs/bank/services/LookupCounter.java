package org.eejs.bank.services;

import java.lang.reflect.InvocationTargetException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/**
 * Counts by the flight recorder's event {@code jdk.SecurityProviderService}, which is off by default. It came
 * with JDK 20 (JDK-8254711) and is in late updates of 17 too, but only from 20 on can a recording be stopped so that
 * all of it is delivered. {@code Provider.getService(type, algorithm)} emits it when it has found a service; the
 * event's {@code type} and {@code algorithm} are the arguments, so an alias stays an alias, and {@code provider} is the
 * provider's name. A count is therefore one of look-ups, which need not be as many as the objects that do the work:
 *
 * <ul>
 * <li>{@code Cipher.getInstance("AES/GCM/NoPadding")} asks a provider for each form of that name, so the plain
 * {@code AES} is counted beside it where the provider has both;
 * <li>the JDK's own {@code Service.newInstance} looks a service up once more before its first use;
 * <li>a provider that is tried first and then cannot use the key is counted, and so is the next one;
 * <li>a provider that overrides {@code getService} and answers from a store of its own does not show there.
 * BouncyCastle shows only the first look-up of each service.
 * </ul>
 *
 * <p>Where that matters, start the bank with its agent: {@link InstanceCounter} counts the objects.
 */
final class LookupCounter extends ServiceCounter {
    static final String EVENT = "jdk.SecurityProviderService";
    private static final int FIRST_JDK = 20;

    private RecordingStream stream;

    LookupCounter() {
        super(EVENT);
    }

    static boolean isSupported() {
        return Runtime.version().feature() >= FIRST_JDK && FlightRecorder.isAvailable();
    }

    @Override
    public synchronized void start() {
        stream = new RecordingStream();
        // A stack trace would be most of the cost, and nobody reads it.
        stream.enable(EVENT).withoutStackTrace();
        stream.onEvent(EVENT, this::count);
        stream.startAsync();
    }

    private void count(RecordedEvent event) {
        tally.count(event.getString("type"), event.getString("algorithm"), event.getString("provider"));
    }

    /**
     * All that was looked up before this call is counted when it returns; until then the recorder is a second behind.
     */
    @Override
    public synchronized void stop() {
        if (stream == null) {
            return;
        }
        try (RecordingStream stopping = stream) {
            stream = null;
            // Closing alone throws away what was not yet delivered. The method came with JDK 20; we compile for 17.
            RecordingStream.class.getMethod("stop").invoke(stopping);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot stop the recording of " + EVENT, e);
        }
    }
}

package org.eejs.bench.remotekeys;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.eejs.pix.message.MessageType;
import org.eejs.pix.message.PixMessages;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What drawing a message costs that {@link SpiSignature} signs: effort of the benchmark, which no service has. It is
 * measured by itself so that it can be taken off.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PixGeneration {
    /** About how long a message is, in bytes. */
    @Param("3500")
    public int bytes;
    /** Its type. */
    @Param("PACS_008")
    public MessageType type = MessageType.PACS_008;

    private PixMessages messages;

    /** A thread's random numbers. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Dice {
        private final SplittableRandom random = new SplittableRandom();

        SplittableRandom random() {
            return random;
        }
    }

    /** Prepares the drawing. */
    @Setup
    public void prepare() {
        messages = new PixMessages(type, bytes);
    }

    /** One message. */
    @Benchmark
    public byte[] draw(Dice dice) {
        return messages.draw(dice.random());
    }
}

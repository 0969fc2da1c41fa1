package org.eejs.doctor.patients;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Those that watch themselves too closely. */
final class LoggingPatients {
    static final Map<String, Patient> ALL = new LinkedHashMap<>();

    static {
        ALL.put("debug-left-on", new DebuggedConnection());
        ALL.put("leak-detector", new WatchedBuffers());
    }

    private LoggingPatients() {}

    private static final class DebuggedConnection implements Patient {
        private final byte[] data = TlsLab.random(4_000);
        private TlsLab.Connection connection;

        @Override
        public void prepare(boolean sick) throws Exception {
            // All that is written to no file, of which it would be a gigabyte.
            System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
            TlsLab lab = new TlsLab("EC", 256);
            connection = lab.connect(lab.clientContext, parameters -> { });
        }

        @Override
        public void work() throws Exception {
            connection.transfer(data);
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            return sick ? List.of("-Djavax.net.debug=all") : List.of();
        }
    }

    private static final class WatchedBuffers implements Patient {
        @Override
        public void prepare(boolean sick) {
            // The level of watching stands in the JVM options.
        }

        @Override
        public void work() {
            for (int i = 0; i < 100; i++) {
                ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(4_000);
                for (int n = 0; n < 50; n++) {
                    buffer.writeLong(n);
                }
                buffer.release();
            }
            Work.something();
        }

        @Override
        public List<String> jvmOptions(boolean sick) {
            return List.of("-Dio.netty.leakDetection.level=" + (sick ? "paranoid" : "simple"));
        }
    }
}

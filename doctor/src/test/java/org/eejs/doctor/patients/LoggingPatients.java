package org.eejs.doctor.patients;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eejs.doctor.patients.Patient.Step;

/** Patients with expensive diagnostics. */
final class LoggingPatients {
    private LoggingPatients() {}

    static void addTo(Map<String, Patient> all) {
        all.put("debug-left-on", Patient.of(LoggingPatients::debuggedConnection).sickBy("-Djavax.net.debug=all"));
        all.put("leak-detector", Patient.of(sick -> LoggingPatients::watchedBuffers).with(sick -> List.of(
                "-Dio.netty.leakDetection.level=" + (sick ? "paranoid" : "simple"))));
    }

    private static Step debuggedConnection(boolean sick) throws Exception {
        byte[] data = TlsLab.random(4_000);
        // The output would be a gigabyte, so it goes to no file.
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        TlsLab.Connection connection = new TlsLab("EC", 256).connect();
        return () -> connection.transfer(data);
    }

    private static void watchedBuffers() {
        for (int i = 0; i < 100; i++) {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(4_000);
            for (int n = 0; n < 50; n++) {
                buffer.writeLong(n);
            }
            buffer.release();
        }
        Work.something();
    }
}

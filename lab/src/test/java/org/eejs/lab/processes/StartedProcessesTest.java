package org.eejs.lab.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedProcessesTest {
    @TempDir
    private Path folder;

    /** A daemon leaves its parent and its session, and nginx writes its title over its environment. */
    @Test
    void aDaemonThatWritesOverItsEnvironmentIsEnded() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
                pid %1$s/pid; error_log %1$s/error.log; worker_processes 1;
                events { }
                http { access_log off; client_body_temp_path %1$s; proxy_temp_path %1$s; fastcgi_temp_path %1$s;
                  uwsgi_temp_path %1$s; scgi_temp_path %1$s; server { listen 127.0.0.1:%2$d; } }
                """.formatted(folder, port));
        leaves(2, "nginx", "-c", configuration.toString());
    }

    @Test
    void aDaemonWithoutEnvironmentIsEnded() throws Exception {
        leaves(1, "env", "-i", "/bin/sh", "-c", "setsid sleep 600 &");
    }

    private void leaves(int atLeast, String... command) throws Exception {
        StartedProcesses started = StartedProcesses.start(new ProcessBuilder(command));
        List<ProcessHandle> all = List.of();
        try {
            assertEquals(0, started.process().waitFor());
            all = started.all();
            while (all.size() < atLeast) {
                assertFalse(all.isEmpty(), "all have ended, or are not known");
                Thread.onSpinWait();
                all = started.all();
            }
        } finally {
            started.end(Duration.ofSeconds(10));
        }
        assertTrue(started.all().isEmpty());
        all.forEach(each -> assertFalse(each.isAlive(), each::toString));
    }
}

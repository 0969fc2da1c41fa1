package org.eejs.lab.serving;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;

/** A lab that reports the process it has started, and runs until it is killed. */
final class KilledLab {
    private KilledLab() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        HttpsService made = HttpsService.in(folder);
        Launch launch = made.launch("/", Duration.ofMinutes(10), List.of("sh", "-c", "sleep 600; true"));
        ServiceProcess service = ServiceProcess.start(RunPlan.of(RunSettings.only("placement", "none")),
                made.description(launch), new Places(Path.of(arguments[1]), folder, new RunDirectory(folder), null),
                event -> { });
        System.out.println(service.pid().getAsLong());
        Thread.sleep(Duration.ofMinutes(10).toMillis());
    }
}

package org.eejs.doctor.patients;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Runs {@link Patient}s until its input ends: {@code sick} or {@code healthy}, and the ids of their rules. Each line of
 * input is answered by the number of steps so far.
 */
final class PatientMain {
    private static final LongAdder STEPS = new LongAdder();

    private PatientMain() {}

    public static void main(String... words) throws Exception {
        for (int i = 1; i < words.length; i++) {
            start(Patient.named(words[i]), words[0].equals("sick"));
        }
        System.out.println("ready");
        int read;
        while ((read = System.in.read()) >= 0) {
            if (read == '\n') {
                System.out.println(STEPS.sum());
            }
        }
    }

    private static void start(Patient patient, boolean sick) throws Exception {
        Patient.Step step = patient.start().make(sick);
        step.run();
        for (int i = 0; i < patient.threads(); i++) {
            Thread worker = new Thread(() -> {
                try {
                    while (true) {
                        long began = System.nanoTime();
                        for (int n = 0; n < 10; n++) {
                            step.run();
                            STEPS.increment();
                        }
                        // Leaves processors to other tests.
                        TimeUnit.NANOSECONDS.sleep((System.nanoTime() - began) / 2);
                    }
                } catch (Exception e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            }, "worker-" + i);
            worker.setDaemon(true);
            worker.start();
        }
    }
}

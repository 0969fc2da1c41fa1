package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.TLS;

import org.eejs.lab.settings.RunPlan;

/**
 * The back end as a gauge of how fast the machine is. It answers each call by the same native code, so that what it
 * needs for a page shows what a processor's second is worth at the time: neighbours on a shared machine, steal and
 * clock rates slow both it and the bank. Measured on two cores of a machine whose hypervisor gave 5 to 11 % to others:
 * over 5 s the bank's processor time for a page correlates with the back end's by 0.88 to 0.94, and their ratio varies
 * by 2 to 5 % where the bank's alone varies by 7 to 13 %; between four JVMs of the same program by 1 % instead of 4.
 */
final class MachineSpeed {
    /** Processors that the back end must use: its time is counted in hundredths of a second. */
    private static final double LEAST_USE = 0.05;

    private MachineSpeed() {}

    /**
     * Whether the back end used enough to be a gauge.
     *
     * @param backEnd its processor time; 0 of one that is none
     * @param seconds that passed meanwhile
     */
    static boolean isKnown(double backEnd, double seconds) {
        return backEnd >= LEAST_USE * seconds;
    }

    /**
     * Whether the back end of a run does native work. Without TLS it has next to none: its ratio to the bank's was seen
     * to vary by a fifth where the cost of a page varied by a twentieth. With a suite that BoringSSL lacks it has
     * the JDK's TLS, which is compiled for minutes: it needed a third less at the end of a steady state than at its
     * beginning.
     */
    static boolean isGauged(RunPlan plan) {
        return plan.service() == null && plan.get(BACK_END).usesTls() && plan.get(TLS).isInBoringSsl();
    }
}

package org.eejs.lab.banking;

import static org.eejs.banking.settings.BankingSettings.DRIVERS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.eejs.banking.RoleName;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.Stage;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.HostFigures;
import org.eejs.result.Result;
import org.eejs.role.RunCertificates;

/** All roles on this machine, where they meet on the loopback interface. */
public final class LocalStage implements Stage {
    private final RunPlan plan;
    private final Places places;
    private final RoleEvents events;
    private RoleStarter starter;

    public LocalStage(RunPlan plan, Places places, RoleEvents events) {
        this.plan = plan;
        this.places = places;
        this.events = events;
    }

    @Override
    public void prepare() throws IOException, GeneralSecurityException {
        starter = new RoleStarter(plan, places, RunCertificates.ensure(places.state()), "localhost");
    }

    @Override
    public Map<String, List<String>> check() throws IOException {
        return starter.check();
    }

    @Override
    public int drivers() {
        return plan.values().find(DRIVERS).orElse(1);
    }

    @Override
    public Role start(RoleName role, int number, String address) throws RunFailedException {
        try {
            return starter.start(role, role == RoleName.DRIVER ? number + 1 + "/" + drivers() : null, address,
                    events::add);
        } catch (IOException e) {
            throw new RunFailedException("the " + role.id() + " could not be prepared: " + e.getMessage(), e);
        }
    }

    @Override
    public Result.JdkInfo jdk(RoleName role) {
        return plan.jdk(role).info();
    }

    @Override
    public boolean isBankBesideBackEnd() {
        return true;
    }

    @Override
    public List<HostFigures> hosts() {
        return null;
    }

    @Override
    public void close() {
        // Roles end by themselves; nothing else was made.
    }
}

package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.result.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faulty setting depends on the failure of the bank, not on its message. */
class ConfigurationCheckTest {
    @TempDir
    private Path folder;

    @Test
    void aJvmThatDoesNotStartIsTheFaultOfItsOptions() throws Exception {
        InputException e = refusal(Jdk.running().home().resolve("bin/java").toString(), "--no-such-option");
        assertEquals("bankJvmOptions", e.key());
        assertEquals("the JVM does not start: Unrecognized option: --no-such-option", e.getMessage());
    }

    @Test
    void aMessageOfTheBankIsNotAboutJvmOptions() throws Exception {
        InputException e = failed("the JVM does not start to listen");
        assertEquals("provider", e.key());
        assertEquals("the JVM does not start to listen", e.getMessage());
    }

    @Test
    void anOptionThatTheBankNamesIsAtFault() throws Exception {
        assertEquals("keyStore", failed("--key-store jks has no such key").key());
    }

    private InputException failed(String message) throws Exception {
        return refusal("echo", "{\"event\": \"failed\", \"data\": {\"message\": \"" + message + "\"}}");
    }

    private InputException refusal(String... command) throws Exception {
        RoleEvents events = new RoleEvents();
        RoleProcess bank = events.start("bank", List.of(command), Map.of(), folder.resolve("check.log"));
        return assertThrows(InputException.class, () -> ConfigurationCheck.said(bank, events));
    }
}

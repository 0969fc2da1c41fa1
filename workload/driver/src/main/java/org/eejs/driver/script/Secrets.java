package org.eejs.driver.script;

import java.util.Set;
import org.eejs.banking.service.ServiceScript;

/**
 * The values that messages must not show. A service may write a secret in any way, so text of answers is not searched
 * for secrets: it is not shown at all. Immutable.
 */
public final class Secrets {
    private final Set<String> values;
    private final boolean any;
    private final boolean showsAnyway;

    /**
     * Creates the secrets of a script.
     *
     * @param showsAnyway whether the user has asked to see text of answers that may have secrets
     */
    Secrets(ServiceScript script, boolean showsAnyway) {
        this.values = script.secrets();
        this.showsAnyway = showsAnyway;
        this.any = script.hasSecrets();
    }

    /**
     * Returns whether messages may show text of answers.
     *
     * @param sessionHasSecrets whether answers have given the session secrets, such as tokens and cookies
     */
    public boolean allowText(boolean sessionHasSecrets) {
        return showsAnyway || !any && !sessionHasSecrets;
    }

    /**
     * Returns a text of the script, or a note instead if it has a secret; a script has secrets exactly as they are
     * listed.
     */
    String shown(String ofScript) {
        return showsAnyway || values.stream().filter(value -> !value.isEmpty()).noneMatch(ofScript::contains)
                ? ofScript : "(not shown, because it has a secret)";
    }
}

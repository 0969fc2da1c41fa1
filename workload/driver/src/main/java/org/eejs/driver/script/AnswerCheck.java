package org.eejs.driver.script;

import java.io.IOException;
import java.util.Map;

/** A look at an answer. */
interface AnswerCheck {
    /** Says why the answer is wrong, or null; throws IOException with what is wrong where its body cannot be read. */
    Failing failing(ScriptAnswer answer, Map<String, String> values) throws IOException;
}

package org.eejs.report.table;

import java.util.EnumSet;
import java.util.Set;

/** The forms of a report in which a part appears. */
public enum Where {
    EVERYWHERE(EnumSet.allOf(Form.class)),
    PAGE(EnumSet.of(Form.HTML)),
    /** Forms with little space and without colour. */
    TEXT(EnumSet.of(Form.MARKDOWN, Form.TERMINAL)),
    /** Forms that are stored, and may be long. */
    FILES(EnumSet.of(Form.HTML, Form.MARKDOWN)),
    /** Forms that are read on a screen, not in a message. */
    SCREENS(EnumSet.of(Form.HTML, Form.TERMINAL)),
    MARKDOWN(EnumSet.of(Form.MARKDOWN)),
    TERMINAL(EnumSet.of(Form.TERMINAL));

    /** A form of a report for readers. */
    public enum Form { HTML, MARKDOWN, TERMINAL }

    private final Set<Form> forms;

    Where(Set<Form> forms) {
        this.forms = forms;
    }

    public boolean isIn(Form form) {
        return forms.contains(form);
    }
}

package org.eejs.report.table;

import java.util.EnumSet;
import java.util.Set;

/** In which forms of a report something stands. */
public enum Where {
    EVERYWHERE(EnumSet.allOf(Form.class)),
    PAGE(EnumSet.of(Form.HTML)),
    /** Where there is neither room nor colour. */
    TEXT(EnumSet.of(Form.MARKDOWN, Form.TERMINAL)),
    /** In what is kept, and so may be long. */
    FILES(EnumSet.of(Form.HTML, Form.MARKDOWN)),
    /** Where somebody looks, and not in what is sent around. */
    SCREENS(EnumSet.of(Form.HTML, Form.TERMINAL)),
    MARKDOWN(EnumSet.of(Form.MARKDOWN)),
    TERMINAL(EnumSet.of(Form.TERMINAL));

    /** What a report is written as for people. */
    public enum Form { HTML, MARKDOWN, TERMINAL }

    private final Set<Form> forms;

    Where(Set<Form> forms) {
        this.forms = forms;
    }

    public boolean isIn(Form form) {
        return forms.contains(form);
    }
}

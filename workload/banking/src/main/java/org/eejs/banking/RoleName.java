package org.eejs.banking;

/** The processes of a run. */
public enum RoleName implements Named {
    BANK, BESIM, DRIVER
}

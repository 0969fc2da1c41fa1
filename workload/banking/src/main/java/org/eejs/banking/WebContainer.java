package org.eejs.banking;

/** The servlet container that the bank runs in. */
public enum WebContainer implements Named {
    /** Apache Tomcat. */
    TOMCAT,
    /** Eclipse Jetty. */
    JETTY;

    @Override
    public String toString() {
        return id();
    }
}

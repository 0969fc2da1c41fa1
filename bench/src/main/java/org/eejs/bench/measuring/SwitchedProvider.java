package org.eejs.bench.measuring;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A wrapper of another provider that can hide it from searches for services, and records what it served. Switched off
 * while one side of a connection computes, it leaves that side to the JDK, so that both must understand each other. It
 * does not serve random numbers to callers that name no algorithm.
 */
public final class SwitchedProvider extends Provider {
    private static final long serialVersionUID = 1;

    private final transient Provider provider;
    private final transient Set<String> served = new TreeSet<>();
    private transient volatile boolean on;

    /**
     * A wrapper of this provider, switched off. Its name differs: behind SunPKCS11's name, the JDK expects its own
     * classes.
     */
    public SwitchedProvider(Provider provider) {
        super("Switched-" + provider.getName(), provider.getVersionStr(), provider.getInfo());
        this.provider = provider;
    }

    /** Shows or hides its services. */
    public void turn(boolean visible) {
        on = visible;
    }

    /**
     * Returns the services that it served so far, for example {@code Signature.SHA256withECDSA}, in order of their
     * names.
     */
    public Set<String> served() {
        synchronized (served) {
            return new TreeSet<>(served);
        }
    }

    @Override
    public Service getService(String type, String algorithm) {
        Service service = on ? provider.getService(type, algorithm) : null;
        return service == null ? null : new Counted(service);
    }

    @Override
    public Set<Service> getServices() {
        return on ? provider.getServices().stream().map(Counted::new).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    private final class Counted extends Service {
        private final Service service;

        Counted(Service service) {
            super(SwitchedProvider.this, service.getType(), service.getAlgorithm(), service.getClassName(), List.of(),
                    Map.of());
            this.service = service;
        }

        @Override
        public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
            Object made = service.newInstance(parameter);
            synchronized (served) {
                served.add(getType() + "." + getAlgorithm());
            }
            return made;
        }

        @Override
        public boolean supportsParameter(Object parameter) {
            return service.supportsParameter(parameter);
        }
    }
}

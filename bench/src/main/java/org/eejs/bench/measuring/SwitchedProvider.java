package org.eejs.bench.measuring;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Another provider, that can be hidden from those who look for services, and which says what it served. Switched off
 * while one side of a connection computes, it makes that side the JDK's, so that both have to understand each other.
 * It does not serve random numbers to those who name no algorithm.
 */
public final class SwitchedProvider extends Provider {
    private static final long serialVersionUID = 1;

    private final transient Provider provider;
    private final transient Set<String> served = new TreeSet<>();
    private transient volatile boolean on;

    /** Of this provider, switched off. Its name is another: the JDK looks for classes of its own behind SunPKCS11's. */
    public SwitchedProvider(Provider provider) {
        super("Switched-" + provider.getName(), provider.getVersionStr(), provider.getInfo());
        this.provider = provider;
    }

    /** Shows or hides its services. */
    public void turn(boolean visible) {
        on = visible;
    }

    /** Returns what it gave objects of so far, for example {@code Signature.SHA256withECDSA}, in order of the names. */
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

package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPort;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of the manifest for Kubernetes. The classes of Kubernetes' own client read it by the OpenAPI schema, and refuse
 * fields that are unknown, missing or of another type. The tests also check that its parts fit, and that each pod meets
 * the restricted Pod Security Standard.
 */
class ManifestTest {
    private static final String IMAGE = "(\\S+/)?eejs@sha256:(DIGEST|[0-9a-f]{64})";
    private static final List<Integer> LAB_PORTS = List.of(7800, 7801);

    private final List<ObjectNode> manifest = new ArrayList<>();

    @BeforeEach
    void read() throws IOException {
        try (MappingIterator<ObjectNode> documents = new ObjectMapper(new YAMLFactory()).readerFor(ObjectNode.class)
                .readValues(Path.of("../deploy/kubernetes.yaml").toFile())) {
            documents.forEachRemaining(manifest::add);
        }
    }

    private List<ObjectNode> all(String kind) {
        return manifest.stream().filter(each -> each.path("kind").asText().equals(kind)).toList();
    }

    private V1Service service() throws IOException {
        return V1Service.fromJson(all("Service").get(0).toString());
    }

    private V1Pod lab() throws IOException {
        return V1Pod.fromJson(all("Pod").get(0).toString());
    }

    private List<V1Job> hosts() throws IOException {
        List<V1Job> jobs = new ArrayList<>();
        for (ObjectNode job : all("Job")) {
            jobs.add(V1Job.fromJson(job.toString()));
        }
        return jobs;
    }

    private Map<String, V1NetworkPolicy> policies() throws IOException {
        Map<String, V1NetworkPolicy> policies = new java.util.TreeMap<>();
        for (ObjectNode policy : all("NetworkPolicy")) {
            V1NetworkPolicy read = V1NetworkPolicy.fromJson(policy.toString());
            policies.put(read.getMetadata().getName(), read);
        }
        return policies;
    }

    /** Returns all pods, of any kind of document: each object with containers is one. */
    private static List<ObjectNode> pods(List<? extends JsonNode> documents) {
        return documents.stream().flatMap(document -> document.findParents("containers").stream())
                .map(ObjectNode.class::cast).toList();
    }

    @Test
    void eachPartIsOneByTheSchema() throws IOException {
        assertEquals("v1", V1Namespace.fromJson(all("Namespace").get(0).toString()).getApiVersion());
        assertEquals("v1", service().getApiVersion());
        assertEquals("v1", lab().getApiVersion());
        assertEquals(4, hosts().size());
        hosts().forEach(job -> assertEquals("batch/v1", job.getApiVersion()));
        policies().values().forEach(policy -> assertEquals("networking.k8s.io/v1", policy.getApiVersion()));
        assertEquals(Set.of("Namespace", "Service", "Pod", "Job", "NetworkPolicy"), new HashSet<>(manifest.stream()
                .map(each -> each.path("kind").asText()).toList()), "a new kind needs a check here");
        assertEquals(5, pods(manifest).size());
    }

    @Test
    void whatIsNotInTheSchemaOrMissingIsFound() {
        ObjectNode container = (ObjectNode) all("Job").get(0).at("/spec/template/spec/containers/0");
        container.put("imagePullPolice", "Always");
        String unknown = assertThrows(IllegalArgumentException.class, this::hosts).getMessage();
        assertTrue(unknown.contains("imagePullPolice"), unknown);
        container.remove(List.of("imagePullPolice", "name"));
        String missing = assertThrows(IllegalArgumentException.class, this::hosts).getMessage();
        assertTrue(missing.contains("name"), missing);
    }

    @Test
    void hostsDialAServiceThatLeadsToTheLab() throws IOException {
        V1Container lab = lab().getSpec().getContainers().get(0);
        assertEquals(lab().getMetadata().getLabels(), service().getSpec().getSelector());
        List<Integer> ports = service().getSpec().getPorts().stream().map(V1ServicePort::getPort).toList();
        assertEquals(LAB_PORTS, ports, "messages go to the port after the one to which hosts connect");
        assertEquals(lab.getPorts().stream().map(V1ContainerPort::getContainerPort).toList(), ports);
        assertEquals(ports, service().getSpec().getPorts().stream().map(port -> port.getTargetPort().getIntValue())
                .toList());
        for (V1Job job : hosts()) {
            List<String> command = job.getSpec().getTemplate().getSpec().getContainers().get(0).getCommand();
            assertEquals(service().getMetadata().getName() + ":" + ports.get(0), option(command, "--join"));
        }
    }

    private static String option(List<String> command, String name) {
        return command.get(command.indexOf(name) + 1);
    }

    @Test
    void eachHostHasOnlyTheTokenOfItsName() throws IOException {
        Set<String> names = new HashSet<>();
        for (V1Job job : hosts()) {
            V1PodSpec pod = job.getSpec().getTemplate().getSpec();
            List<String> command = pod.getContainers().get(0).getCommand();
            String name = option(command, "--name");
            assertTrue(names.add(name), name + " has two pods");
            assertEquals(1, job.getSpec().getParallelism() == null ? 1 : job.getSpec().getParallelism());
            assertEquals(List.of("eejs-token-" + name), pod.getVolumes().stream().filter(volume ->
                    volume.getSecret() != null).map(volume -> volume.getSecret().getSecretName()).toList());
            assertEquals("/token/" + name + ".token", option(command, "--token-file"));
        }
        assertTrue(lab().getSpec().getVolumes().stream().allMatch(volume -> volume.getSecret() == null));
    }

    @Test
    void everyPodMeetsTheRestrictedStandard() throws IOException {
        JsonNode labels = all("Namespace").get(0).at("/metadata/labels");
        assertEquals("restricted", labels.path("pod-security.kubernetes.io/enforce").asText());
        String namespace = all("Namespace").get(0).at("/metadata/name").asText();
        manifest.stream().filter(each -> !each.path("kind").asText().equals("Namespace")).forEach(each ->
                assertEquals(namespace, each.at("/metadata/namespace").asText(), each.at("/metadata/name").asText()));
        for (ObjectNode pod : pods(manifest)) {
            assertRestricted(pod);
        }
    }

    @Test
    void aPodThatLacksAnyOfItIsFound() throws IOException {
        ObjectNode good = pods(manifest).get(0);
        assertRestricted(good.deepCopy());
        for (String path : List.of("/automountServiceAccountToken", "/securityContext", "/securityContext/runAsNonRoot",
                "/securityContext/runAsUser", "/securityContext/seccompProfile", "/containers/0/securityContext",
                "/containers/0/securityContext/allowPrivilegeEscalation",
                "/containers/0/securityContext/readOnlyRootFilesystem", "/containers/0/securityContext/capabilities")) {
            ObjectNode pod = good.deepCopy();
            int slash = path.lastIndexOf('/');
            ((ObjectNode) pod.at(path.substring(0, slash))).remove(path.substring(slash + 1));
            assertThrows(AssertionError.class, () -> assertRestricted(pod), path);
        }
        ObjectNode byTag = good.deepCopy();
        ((ObjectNode) byTag.at("/containers/0")).put("image", "eejs:0.1.0");
        assertThrows(AssertionError.class, () -> assertRestricted(byTag));
        ObjectNode init = good.deepCopy();
        init.putArray("initContainers").addObject().put("name", "init").put("image",
                good.at("/containers/0/image").asText());
        assertThrows(AssertionError.class, () -> assertRestricted(init));
        ObjectNode mounted = good.deepCopy();
        ((ArrayNode) mounted.path("volumes")).addObject().put("name", "host").putObject("hostPath").put("path", "/");
        assertThrows(AssertionError.class, () -> assertRestricted(mounted));
    }

    private static void assertRestricted(ObjectNode node) throws IOException {
        V1PodSpec pod = V1PodSpec.fromJson(node.toString());
        assertEquals(false, pod.getAutomountServiceAccountToken());
        assertTrue(pod.getSecurityContext() != null, "no security context");
        assertEquals(true, pod.getSecurityContext().getRunAsNonRoot());
        assertTrue(pod.getSecurityContext().getRunAsUser() != null && pod.getSecurityContext().getRunAsUser() > 0,
                "a user");
        assertTrue(pod.getSecurityContext().getSeccompProfile() != null, "no seccomp profile");
        assertEquals("RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
        assertTrue(Stream.of(pod.getHostNetwork(), pod.getHostPID(), pod.getHostIPC()).noneMatch(Boolean.TRUE::equals));
        for (V1Volume volume : pod.getVolumes()) {
            assertTrue(volume.getEmptyDir() != null || volume.getSecret() != null, volume.getName());
        }
        assertTrue(isNone(pod.getEphemeralContainers()));
        List<V1Container> containers = new ArrayList<>(pod.getContainers());
        containers.addAll(pod.getInitContainers() == null ? List.of() : pod.getInitContainers());
        containers.forEach(ManifestTest::assertRestricted);
    }

    private static void assertRestricted(V1Container container) {
        assertTrue(container.getImage().matches(IMAGE), container.getImage());
        assertTrue(container.getSecurityContext() != null, "no security context");
        assertEquals(false, container.getSecurityContext().getAllowPrivilegeEscalation());
        assertEquals(true, container.getSecurityContext().getReadOnlyRootFilesystem());
        assertFalse(Boolean.TRUE.equals(container.getSecurityContext().getPrivileged()));
        assertTrue(container.getSecurityContext().getCapabilities() != null, "capabilities");
        assertEquals(List.of("ALL"), container.getSecurityContext().getCapabilities().getDrop());
        assertTrue(isNone(container.getSecurityContext().getCapabilities().getAdd()));
        Stream.of(container.getSecurityContext().getRunAsUser(), container.getSecurityContext().getRunAsNonRoot(),
                container.getSecurityContext().getSeccompProfile()).forEach(own -> assertTrue(own == null,
                "overrides its pod"));
    }

    @Test
    void programsWriteToVolumesAndMakeTheirOwnFolderOfState() throws IOException {
        for (ObjectNode node : pods(manifest)) {
            V1Container container = V1PodSpec.fromJson(node.toString()).getContainers().get(0);
            assertTrue(container.getVolumeMounts().stream().map(mount -> mount.getMountPath()).toList()
                    .containsAll(List.of("/state", "/tmp")));
            assertEquals("/state/eejs", container.getEnv().get(0).getValue(),
                    "a folder that the user creates and owns");
        }
    }

    @Test
    void onlyHostsReachTheLabAndOnlyItsPorts() throws IOException {
        V1NetworkPolicy none = policies().get("deny-all");
        assertEquals("{}", all("NetworkPolicy").get(0).at("/spec/podSelector").toString(), "all pods");
        assertEquals(Set.of("Ingress", "Egress"), new HashSet<>(none.getSpec().getPolicyTypes()));
        assertTrue(isNone(none.getSpec().getIngress()) && isNone(none.getSpec().getEgress()));

        Map<String, String> hostLabels = hosts().get(0).getSpec().getTemplate().getMetadata().getLabels();
        V1NetworkPolicy lab = policies().get("eejs-lab");
        assertEquals(lab().getMetadata().getLabels(), lab.getSpec().getPodSelector().getMatchLabels());
        assertEquals(1, lab.getSpec().getIngress().size());
        assertEquals(List.of(hostLabels), lab.getSpec().getIngress().get(0).getFrom().stream().map(from ->
                from.getPodSelector().getMatchLabels()).toList());
        assertEquals(LAB_PORTS, ports(lab.getSpec().getIngress().get(0).getPorts()));
        assertTrue(isNone(lab.getSpec().getEgress()), "the lab opens no connections");

        V1NetworkPolicy host = policies().get("eejs-host");
        assertEquals(hostLabels, host.getSpec().getPodSelector().getMatchLabels());
        assertEquals(List.of(hostLabels), host.getSpec().getIngress().stream().flatMap(rule -> rule.getFrom().stream())
                .map(from -> from.getPodSelector().getMatchLabels()).toList());
        assertEquals(List.of(lab().getMetadata().getLabels(), hostLabels), host.getSpec().getEgress().stream()
                .flatMap(rule -> rule.getTo().stream()).map(to -> to.getPodSelector().getMatchLabels()).toList());
        assertEquals(LAB_PORTS, ports(host.getSpec().getEgress().get(0).getPorts()));
        for (ObjectNode document : manifest) {
            JsonNode labels = document.path("kind").asText().equals("Pod") ? document.at("/metadata/labels")
                    : document.at("/spec/template/metadata/labels");
            assertTrue(pods(List.of(document)).isEmpty() || Set.of("eejs-lab", "eejs-host").contains(
                    labels.path("app").asText()), "a pod without a policy");
        }
    }

    private static boolean isNone(List<?> list) {
        return list == null || list.isEmpty();
    }

    private static List<Integer> ports(List<V1NetworkPolicyPort> ports) {
        return ports.stream().map(port -> port.getPort().getIntValue()).toList();
    }

    @Test
    void theImageIsBuiltOfDigestsAndRunsAsAUser() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../Containerfile"));
        List<String> bases = lines.stream().filter(line -> line.startsWith("FROM ")).toList();
        assertEquals(2, bases.size());
        bases.forEach(base -> assertTrue(base.matches("FROM \\S+@(sha256:[0-9a-f]{64}|\\$\\{[A-Z]+_DIGEST\\})"
                + "( AS \\w+)?"), base));
        assertTrue(lines.stream().noneMatch(line -> line.matches("ARG \\w+_DIGEST=.*")
                && !line.matches("ARG \\w+_DIGEST=sha256:[0-9a-f]{64}")), "no invented digest");
        String user = lines.stream().filter(line -> line.startsWith("USER ")).reduce((before, last) -> last)
                .orElseThrow();
        assertTrue(lines.lastIndexOf(user) > lines.lastIndexOf(bases.get(1)), "in the last stage");
        assertEquals("USER 10001:10001", user);
    }
}

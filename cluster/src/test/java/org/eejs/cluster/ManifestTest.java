package org.eejs.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The manifest for Kubernetes: read by the classes that Kubernetes' own client has of the OpenAPI schema, which refuse
 * fields that are not in it, that are missing or of another type; and whether its parts fit.
 */
class ManifestTest {
    /** By kind, of which each stands there once. */
    private final Map<String, ObjectNode> manifest = new HashMap<>();

    @BeforeEach
    void read() throws IOException {
        try (MappingIterator<ObjectNode> documents = new ObjectMapper(new YAMLFactory()).readerFor(ObjectNode.class)
                .readValues(Path.of("../deploy/kubernetes.yaml").toFile())) {
            documents.forEachRemaining(each -> manifest.put(each.path("kind").asText(), each));
        }
        assertEquals(Set.of("Service", "Pod", "Job"), manifest.keySet());
    }

    private V1Service service() throws IOException {
        return V1Service.fromJson(manifest.get("Service").toString());
    }

    private V1Pod lab() throws IOException {
        return V1Pod.fromJson(manifest.get("Pod").toString());
    }

    private V1Job hosts() throws IOException {
        return V1Job.fromJson(manifest.get("Job").toString());
    }

    @Test
    void eachPartIsOneByTheSchema() throws IOException {
        assertEquals(List.of("v1", "v1", "batch/v1"), List.of(service().getApiVersion(), lab().getApiVersion(),
                hosts().getApiVersion()));
        assertEquals(4, hosts().getSpec().getCompletions());
    }

    @Test
    void whatIsNotInTheSchemaOrMissingIsFound() {
        ObjectNode container = (ObjectNode) manifest.get("Job").at("/spec/template/spec/containers/0");
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
        assertEquals(lab.getPorts().stream().map(V1ContainerPort::getContainerPort).toList(), ports);
        assertEquals(ports, service().getSpec().getPorts().stream().map(port -> port.getTargetPort().getIntValue())
                .toList());
        assertEquals(ports.get(0) + 1, ports.get(1), "messages go to the port behind the one where hosts dial in");
        V1Container host = hosts().getSpec().getTemplate().getSpec().getContainers().get(0);
        String dials = "--join " + service().getMetadata().getName() + ":" + ports.get(0) + " ";
        assertTrue(host.getCommand().get(2).contains(dials), host.getCommand().toString());
        assertEquals(lab.getImage(), host.getImage());
    }
}

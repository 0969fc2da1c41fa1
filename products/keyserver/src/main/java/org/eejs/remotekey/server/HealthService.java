package org.eejs.remotekey.server;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * gRPC's health service, except for unreadable requests: here they count as requests for a service that does not exist.
 */
final class HealthService {
    private static final HealthCheckRequest UNREADABLE = HealthCheckRequest.newBuilder().setService("?").build();

    private HealthService() {}

    /** Returns the service of that state. */
    static ServerServiceDefinition of(HealthStatusManager state) {
        ServerServiceDefinition stock = state.getHealthService().bindService();
        ServiceDescriptor.Builder descriptor = ServiceDescriptor.newBuilder(stock.getServiceDescriptor().getName());
        List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
        for (ServerMethodDefinition<?, ?> method : stock.getMethods()) {
            ServerMethodDefinition<?, ?> tolerant = tolerant(method);
            descriptor.addMethod(tolerant.getMethodDescriptor());
            methods.add(tolerant);
        }
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
        methods.forEach(service::addMethod);
        return service.build();
    }

    @SuppressWarnings("unchecked")
    private static <A> ServerMethodDefinition<HealthCheckRequest, A> tolerant(ServerMethodDefinition<?, A> method) {
        // All methods of this service have this request.
        ServerMethodDefinition<HealthCheckRequest, A> known = (ServerMethodDefinition<HealthCheckRequest, A>) method;
        MethodDescriptor<HealthCheckRequest, A> stock = known.getMethodDescriptor();
        return ServerMethodDefinition.create(stock.toBuilder(new TolerantMarshaller<>(stock.getRequestMarshaller(),
                Function.identity(), UNREADABLE), stock.getResponseMarshaller()).build(),
                known.getServerCallHandler());
    }
}

package org.eejs.remotekey.server;

import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * A reader of requests. Invalid bytes are the client's mistake; gRPC by itself would report them as an unknown error of
 * the server.
 *
 * @param read converts a request
 * @param unreadable the value for bytes that are not a request
 */
record TolerantMarshaller<Q, R>(MethodDescriptor.Marshaller<Q> stock, Function<Q, R> read, R unreadable)
        implements MethodDescriptor.Marshaller<R> {
    @Override
    public InputStream stream(R request) {
        throw new UnsupportedOperationException("a server sends no requests");
    }

    @Override
    public R parse(InputStream bytes) {
        try {
            return read.apply(stock.parse(bytes));
        } catch (StatusRuntimeException e) {
            return unreadable;
        }
    }
}

package org.eejs.besim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.banking.BackEndRequest;

/** The handler of the bank's HTTP requests. Shared by all connections; thread-safe. */
@Sharable
final class BesimHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final String HTML = "text/html;charset=UTF-8";
    private static final String QUERY = BackEndRequest.PATH + "?";

    private final Answers answers;
    private final LongAdder calls = new LongAdder();

    BesimHandler(Answers answers) {
        this.answers = answers;
    }

    long calls() {
        return calls.sum();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        boolean keepAlive = HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
        FullHttpResponse response = answer(context, request);
        HttpUtil.setContentLength(response, response.content().readableBytes());
        HttpUtil.setKeepAlive(response, keepAlive);
        if (keepAlive) {
            context.writeAndFlush(response, context.voidPromise());
        } else {
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private FullHttpResponse answer(ChannelHandlerContext context, FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return response(context, HttpResponseStatus.BAD_REQUEST, "This is not HTTP.\n");
        }
        String target = request.uri();
        if (!target.equals(BackEndRequest.PATH) && !target.startsWith(QUERY)) {
            return response(context, HttpResponseStatus.NOT_FOUND, "There is only " + BackEndRequest.PATH + ".\n");
        }
        if (!request.method().equals(HttpMethod.GET)) {
            FullHttpResponse refusal = response(context, HttpResponseStatus.METHOD_NOT_ALLOWED, "Use GET.\n");
            refusal.headers().set(HttpHeaderNames.ALLOW, HttpMethod.GET.name());
            return refusal;
        }
        String query = target.length() > QUERY.length() ? target.substring(QUERY.length()) : null;
        calls.increment();
        return response(context, HttpResponseStatus.OK, answers.to(query).html());
    }

    private static FullHttpResponse response(ChannelHandlerContext context, HttpResponseStatus status, String html) {
        ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), html);
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, HTML);
        return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Almost always the client has closed the connection, so an answer would not arrive.
        context.close();
    }
}

package org.eejs.driver.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * A user's line, which carries a limited number of bytes a second to the user. It passes on the bytes of the socket
 * when the line would have delivered their last byte, and reads nothing more until then. So the bank is held back once
 * the kernel's buffers are full. It does not slow down what the user sends.
 *
 * <p>Netty's own traffic shaping averages over an interval and lets the first bytes of it pass at once, which often
 * would be a whole page.
 */
public final class SlowLine extends ChannelDuplexHandler {
    private final double nanosPerByte;
    private final Deque<ByteBuf> underWay = new ArrayDeque<>();
    private long freeNanos;
    private boolean ended;

    /** Creates a line of this speed. */
    public SlowLine(int bytesPerSecond) {
        nanosPerByte = 1e9 / bytesPerSecond;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        freeNanos = System.nanoTime();
        // The end of the other side's data must not overtake the data that is still under way.
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        long now = System.nanoTime();
        freeNanos = Math.max(freeNanos, now) + (long) (bytes.readableBytes() * nanosPerByte);
        underWay.add(bytes);
        context.channel().config().setAutoRead(false);
        context.executor().schedule(() -> arrive(context), freeNanos - now, TimeUnit.NANOSECONDS);
    }

    private void arrive(ChannelHandlerContext context) {
        ByteBuf bytes = underWay.poll();
        if (bytes == null) {
            return;
        }
        context.fireChannelRead(bytes);
        context.fireChannelReadComplete();
        if (underWay.isEmpty()) {
            if (ended) {
                context.close();
            } else {
                context.channel().config().setAutoRead(true);
            }
        }
    }

    @Override
    public void read(ChannelHandlerContext context) {
        // TLS requests more whenever a record is incomplete; it is read when the line is free again.
        if (underWay.isEmpty() && !ended) {
            context.read();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (underWay.isEmpty()) {
            context.fireChannelReadComplete();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ended = true;
            if (underWay.isEmpty()) {
                context.close();
            }
        } else if (!(event instanceof ChannelInputShutdownReadComplete)) {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        underWay.forEach(ReferenceCountUtil::release);
        underWay.clear();
    }
}

package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Mouse events on a run's charts of seconds, in a real browser. */
@Execution(ExecutionMode.CONCURRENT)
class TimeZoomTest {
    // The report draws its charts before its load event.
    private static final String FRAME = """
            <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:1280px;height:900px"></iframe>
            <script>
            const say = words => document.body.dataset.inside = (document.body.dataset.inside || '') + words + '#';
            addEventListener('load', async () => {
                const report = document.querySelector('iframe').contentWindow;
                const chart = kind => report.document.querySelector(`.chart.${kind}`);
                const drawn = kind => report.echarts.getInstanceByDom(chart(kind));
                const pointer = (kind, name, x, y) => {
                    const box = chart(kind).getBoundingClientRect();
                    const event = {clientX: box.left + x, clientY: box.top + y, bubbles: true, button: 0, view: report};
                    chart(kind).firstElementChild.dispatchEvent(new report.MouseEvent('mouse' + name, event));
                };
                const shown = kind => {
                    const {startValue, endValue} = drawn(kind).getOption().dataZoom[0];
                    return startValue.toFixed(0) + '-' + endValue.toFixed(0);
                };
                const tip = kind => [...chart(kind).children].slice(1).map(each => each.innerText).join(' ')
                    .replace(/[\\s●]+/g, ' ');
                const rest = () => new Promise(done => setTimeout(done, 200));
                %s
            });
            </script>
            """;

    @TempDir
    private Path folder;

    private String[] after(String script) throws IOException, InterruptedException {
        Report.write(List.of(RenderingFixture.slow()), folder);
        Path frame = Files.writeString(folder.resolve("frame.html"), FRAME.formatted(script));
        Chromium.Opened page = new Chromium(folder).open(frame, 1300, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        return page.dom().replaceAll("(?s).*<body[^>]* data-inside=\"([^\"]*)\".*", "$1").replace("&nbsp;", " ")
                .replace('\u00a0', ' ').split("#");
    }

    @Test
    void aPointerShowsItsSecondInAllCharts() throws Exception {
        String[] said = after("""
                pointer('time', 'move', drawn('time').convertToPixel({xAxisIndex: 0}, 40.4), 150);
                await rest();
                say(tip('time'));
                say(tip('cpuTime'));
                say(tip('handshakeTime'));
                """);
        String head = "second 40, steady state, [0-9]+ sessions ";
        assertTrue(said[0].matches(head + "p95 [0-9.,]+ m?s p50 \\(median\\) [0-9.,]+ m?s "
                + "pages per second [0-9.,]+ pages failed pages per second [0-9.,]+ pages"), said[0]);
        assertTrue(said[1].matches(head + "Bank [0-9.]+ .*Driver [0-9.]+"), said[1]);
        assertTrue(said[2].matches(head + "full [0-9]+ resumed [0-9]+"), said[2]);
    }

    @Test
    void draggingAHandleOfTheSliderShowsItsSecondsInAllCharts() throws Exception {
        String[] said = after("""
                say(shown('time') + ' ' + shown('handshakeTime'));
                const slider = chart('time').clientHeight - 13;
                const at = second => drawn('time').convertToPixel({xAxisIndex: 0}, second);
                const handle = [...Array(16).keys()].map(step => at(0) + step).find(x =>
                    (drawn('time').getZr().handler.findHover(x, slider).target || {}).type === 'path');
                pointer('time', 'move', handle, slider);
                pointer('time', 'down', handle, slider);
                pointer('time', 'move', at(30), slider);
                pointer('time', 'up', at(30), slider);
                await rest();
                say(shown('time') + ' ' + shown('cpuTime') + ' ' + shown('handshakeTime'));
                """);
        assertEquals("0-75 0-75", said[0]);
        assertEquals("30-75 30-75 30-75", said[1]);
    }

    @Test
    void phasesAreShadedAndNamed() throws Exception {
        String[] said = after("""
                say(drawn('time').getOption().series[0].markArea.data.map(([from, to]) =>
                    from.name + ' ' + from.xAxis + '-' + to.xAxis
                        + (from.itemStyle.color === 'transparent' ? '' : ' shaded')).join(', '));
                say(['ramp-up', 'warm-up', 'steady state', 'ramp-down'].filter(name =>
                    [...chart('cpuTime').querySelectorAll('text')].some(text => text.textContent === name)).join());
                """);
        assertEquals("ramp-up 0-5 shaded, warm-up 5-20 shaded, steady state 20-70, ramp-down 70-75 shaded", said[0]);
        assertEquals("ramp-up,warm-up,steady state,ramp-down", said[1]);
    }
}

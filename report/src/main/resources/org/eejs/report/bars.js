'use strict';
// Ratios, bars, single runs and scatter charts. report.js passes the functions that all charts share.
const barCharts = ({
    base, valueAxis, scaleAbove, scaleWithNothing, signed, legendRows, tip, figure, milliseconds
}) => {
    // An interval is drawn as three strokes of a line because the library's small build has no error bars.
    function whisker(x, low, high, cap) {
        return low === null || low === undefined ? []
            : [[x, low], [x, high], ['-', '-'], [x - cap, low], [x + cap, low], ['-', '-'], [x - cap, high],
                [x + cap, high], ['-', '-']];
    }

    function strokes(points, colour, width) {
        return {
            type: 'line', xAxisIndex: 1, data: points, symbol: 'none', silent: true, z: 5,
            lineStyle: {color: colour, width}, tooltip: {show: false}
        };
    }

    // The line has a bright border because half of a whisker lies on its bar.
    function whiskers(points, colour) {
        return [strokes(points, colour.panel, 3.6), strokes(points, colour.ink, 1.3)];
    }

    function shortened(name) {
        return name.length > 40 ? name.slice(0, 39) + '…' : name;
    }

    // An axis with a slot per configuration, and an equal numeric range for marks next to the middle of a slot.
    function slots(names, colour, width) {
        const room = Math.max(24, width / names.length - 6);
        return [
            {
                type: 'category', data: names.map(shortened), axisTick: {show: false},
                axisLine: {onZero: false, lineStyle: {color: colour.line}},
                axisLabel: {
                    color: colour.ink, fontSize: 13, interval: 0, width: room, overflow: 'break', lineHeight: 15
                }
            },
            {
                type: 'value', min: -0.5, max: names.length - 0.5, show: false, position: 'bottom',
                axisPointer: {show: false, triggerTooltip: false}
            }
        ];
    }

    // Otherwise the axis would cross the middle of the first slot, which has the number 0.
    function slotValues(colour, name, more) {
        return valueAxis(colour, name, Object.assign(
            {axisLine: {show: false, onZero: false}, axisTick: {show: false}}, more));
    }

    // Labels at positions.
    function texts(places, label) {
        return {
            type: 'scatter', xAxisIndex: 1, symbolSize: 0.1, silent: true, z: 6, tooltip: {show: false}, data: places,
            label: Object.assign({show: true, formatter: mark => mark.value[2]}, label)
        };
    }

    // An axis with round ends, which need not include 0.
    function scaleAround(least, most) {
        const range = most > least ? most - least : most || 1;
        const power = Math.pow(10, Math.floor(Math.log10(range / 4)));
        const interval = power * [1, 2, 5, 10].find(step => step * power * 5 >= range);
        const round = value => Number(value.toPrecision(12));
        return {
            min: Math.max(0, round(Math.floor((least - range * 0.05) / interval) * interval)),
            max: round(Math.ceil((most + range * 0.12) / interval) * interval), interval
        };
    }

    function labelHeight(names, width) {
        const letters = Math.max(3, (width / names.length - 6) / 8);
        return 12 + 15 * Math.max(...names.map(name => Math.ceil(shortened(name).length / letters)));
    }

    // Changes from the baseline in percent, for all other configurations.
    function changes(plot) {
        const change = ratio => ratio === null ? null : 100 * (ratio - 1);
        const others = plot.names.map((name, slot) => slot)
            .filter(slot => plot.names[slot] !== plot.baseline);
        return {
            names: others.map(slot => plot.names[slot]),
            groups: plot.groups.map(group => Object.assign({}, group, {
                title: group.name + (group.lower ? ' ↓' : ' ↑') + (group.decides ? ' (metric)' : ''),
                bars: others.map(slot => group.bars[slot]).map(bar => bar === null ? null : {
                    value: change(bar.value), low: change(bar.low), high: change(bar.high), open: bar.open
                })
            }))
        };
    }

    // The range of the axis depends on decided bars, or on the metric. Other bars, and configurations that are many times
    // as slow, must not compress it.
    function scaleOfChanges(groups) {
        const known = groups.map(group => group.bars.filter(bar => bar !== null));
        const telling = known.flatMap((bars, index) => bars.filter(bar => !bar.open
            || groups[index].decides && bars.every(each => each.open)));
        const ends = bars => bars.flatMap(bar => [bar.value, bar.low, bar.high]).filter(value => value !== null);
        const told = ends(telling.length > 0 ? telling : known.flat());
        const least = Math.max(-100, Math.min(-5, ...told));
        const most = Math.min(150, Math.max(5, ...told));
        const room = (most - least) / 2;
        const near = ends(known.flat()).filter(value => value > least - room && value < most + room);
        return scaleWithNothing(Math.max(-100, Math.min(least, ...near)), Math.min(150, Math.max(most, ...near)));
    }

    const changed = value => value >= 100 ? '×' + figure(1 + value / 100) : signed(value);

    function told(bar) {
        return changed(bar.value) + (bar.low === null ? '' : ' (' + changed(bar.low) + ' to ' + changed(bar.high) + ')')
            + (bar.open ? ', undecided' : '');
    }

    // Bars of the metric, and bars that end beyond the axis, have their value at the end. If bars are narrow, an arrow
    // replaces the values beyond the axis.
    function figuresOfBars(groups, place, scale, roomy, colour) {
        const words = {top: [], bottom: []};
        groups.forEach((group, index) => group.bars.forEach((bar, slot) => {
            const far = bar !== null && (bar.value > scale.max || bar.value < scale.min);
            if (bar !== null && (far || group.decides)) {
                const up = bar.value >= 0;
                const end = up ? Math.max(bar.value, bar.high) : Math.min(bar.value, bar.low === null ? 0 : bar.low);
                words[up ? 'top' : 'bottom'].push([place(slot, index), Math.min(scale.max, Math.max(scale.min, end)),
                    group.decides || roomy ? changed(bar.value) : up ? '▲' : '▼']);
            }
        }));
        return Object.keys(words).map(position => texts(words[position], {
            position, color: colour.ink, fontSize: 12, fontWeight: 'bold', distance: 3, textBorderColor: colour.panel,
            textBorderWidth: 3
        }));
    }

    function ratios(plot, colour, element) {
        const {names, groups} = changes(plot);
        const width = element.clientWidth - 68;
        const shades = [colour.blue, colour.sky, colour.met, colour.amber, colour.purple];
        const share = Math.min(0.8 / groups.length, 80 * names.length / width);
        const place = (slot, index) => slot + (index - (groups.length - 1) / 2) * share;
        const scale = scaleOfChanges(groups);
        const option = base(colour);
        option.legend.data = groups.map(group => group.title);
        option.grid = {left: 60, right: 8, top: 42 + 22 * legendRows(option.legend.data, element.clientWidth),
            bottom: labelHeight(names, width) + 14};
        option.tooltip.axisPointer = {type: 'shadow', shadowStyle: {color: colour.band, opacity: 0.5}};
        option.tooltip.formatter = points => tip(names[points[0].dataIndex], groups.flatMap((group, index) => {
            const bar = group.bars[points[0].dataIndex];
            return bar === null ? [] : [[shades[index % shades.length], group.title, told(bar)]];
        }));
        option.xAxis = slots(names, colour, width);
        option.yAxis = slotValues(colour, 'against ' + shortened(plot.baseline), Object.assign({}, scale, {
            axisLabel: {color: colour.muted, fontSize: 12, formatter: signed},
            nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 6, -52]}
        }));
        option.series = groups.map((group, index) => ({
            name: group.title, type: 'bar', color: shades[index % shades.length], barWidth: 100 * share + '%',
            barGap: '0%', itemStyle: {borderColor: colour.panel, borderWidth: 1},
            data: group.bars.map(bar => bar === null ? '-'
                : {value: bar.value, itemStyle: {opacity: bar.open ? 0.3 : 1}}),
            markLine: index > 0 ? undefined : {
                symbol: 'none', silent: true, label: {show: false}, data: [{yAxis: 0}],
                lineStyle: {color: colour.muted, type: 'solid', width: 1}
            }
        }));
        groups.forEach((group, index) => option.series.push(...whiskers(group.bars.flatMap((bar, slot) => bar === null
            ? [] : whisker(place(slot, index), bar.low, bar.high, share / 4)), colour)));
        option.series.push(...figuresOfBars(groups, place, scale, share * width / names.length > 40, colour));
        return option;
    }

    function spread(plot, colour, element) {
        const width = element.clientWidth - 64;
        const option = base(colour);
        const means = plot.dots.map(dots => dots.mean).filter(mean => mean !== null).sort((a, b) => a - b);
        // A configuration with several times the cost would hide the spread of the others.
        const limit = 1.6 * means[Math.floor((means.length - 1) / 2)];
        const above = dots => dots.mean !== null && dots.mean > limit;
        const all = plot.dots.filter(dots => !above(dots)).flatMap(dots => dots.runs);
        const scale = scaleAround(Math.min(...all), Math.max(...all));
        const step = Math.min(0.06, 0.6 / Math.max(...plot.dots.map(dots => dots.runs.length)));
        option.legend.show = false;
        option.grid = {left: 52, right: 8, top: 28, bottom: labelHeight(plot.names, width)};
        option.tooltip.show = false;
        // Otherwise the labels would cover the dots.
        const roomy = width / plot.names.length > 110;
        option.xAxis = slots(plot.names, colour, width);
        option.yAxis = slotValues(colour, plot.axis, scale);
        option.series = [
            strokes(plot.dots.flatMap((dots, slot) => dots.mean === null || above(dots) ? []
                : [[slot - 0.3, dots.mean], [slot + 0.3, dots.mean], ['-', '-']]), colour.ink, 2.5),
            {
                type: 'scatter', xAxisIndex: 1, symbolSize: 9, color: colour.blue, silent: true,
                itemStyle: {opacity: 0.75},
                data: plot.dots.flatMap((dots, slot) => above(dots) ? [] : dots.runs.map((ms, run) =>
                    [slot + (run - (dots.runs.length - 1) / 2) * step, ms]))
            },
            texts(plot.dots.flatMap((dots, slot) => dots.mean === null || above(dots) || !roomy ? []
                : [[slot + 0.3, dots.mean, figure(dots.mean)]]),
            {position: 'right', color: colour.ink, fontSize: 12, distance: 6}),
            texts(plot.dots.flatMap((dots, slot) => above(dots)
                ? [[slot, scale.max, '↑ ' + figure(dots.mean)]] : []),
            {position: 'bottom', color: colour.missed, fontSize: 13, fontWeight: 'bold', distance: 8})
        ];
        return option;
    }

    function bars(plot, colour, element) {
        const width = element.clientWidth - 120;
        const all = plot.bars;
        const ends = all.filter(bar => bar !== null).map(bar => Math.max(bar.value, bar.high === null ? 0 : bar.high));
        const baseline = all[plot.names.indexOf(plot.baseline)];
        const scale = scaleAbove(Math.max(...ends) * 1.08);
        const option = base(colour);
        option.legend.show = false;
        option.grid = {left: 56, right: 56, top: 28, bottom: labelHeight(plot.names, width)};
        option.tooltip.axisPointer = {type: 'shadow', shadowStyle: {color: colour.band, opacity: 0.5}};
        option.xAxis = slots(plot.names, colour, width);
        option.yAxis = [slotValues(colour, plot.axis, scale)];
        if (baseline) {
            option.yAxis.push(slotValues(colour, 'relative to ' + shortened(plot.baseline), {
                max: scale.max / baseline.value, splitLine: {show: false}, position: 'right',
                nameTextStyle: {color: colour.muted, fontSize: 12, align: 'right', padding: [0, -36, 0, 0]},
                axisLabel: {
                    color: colour.muted, fontSize: 12, showMaxLabel: false, formatter: value => '×' + figure(value)
                }
            }));
        }
        option.series = [
            {
                name: plot.axis, type: 'bar', barWidth: '45%', barMaxWidth: 90, color: colour.blue,
                tooltip: {valueFormatter: figure},
                label: {show: true, position: 'insideBottom', distance: 10, color: colour.panel, fontSize: 14,
                    fontWeight: 'bold',
                    formatter: mark => (all[mark.dataIndex].open ? '≥ ' : '') + figure(mark.value)},
                data: all.map(bar => bar === null ? '-' : bar.value)
            },
            ...whiskers(all.flatMap((bar, slot) => bar === null ? [] : whisker(slot, bar.low, bar.high, 0.06)),
                colour)
        ];
        return option;
    }

    const answers = {
        PASSED: colour => ({symbol: 'circle', symbolSize: 9, color: colour.met}),
        FAILED: colour => ({
            symbol: 'path://M1,0L5,4L9,0L10,1L6,5L10,9L9,10L5,6L1,10L0,9L4,5L0,1Z', symbolSize: 11, color: colour.missed
        }),
        UNUSABLE: colour => ({
            symbol: 'diamond', symbolSize: 12, color: 'transparent',
            itemStyle: {borderColor: colour.muted, borderWidth: 1.5}
        })
    };
    const answerNames = {PASSED: 'passed', FAILED: 'failed', UNUSABLE: 'unusable'};

    function scatter(plot, colour) {
        const {across, up, estimate} = plot;
        const room = Math.max(1, (across.high - across.low) * 0.06);
        const option = base(colour);
        option.legend.show = false;
        option.grid = {left: 56, right: 20, top: 28, bottom: 44};
        option.tooltip.trigger = 'item';
        option.xAxis = valueAxis(colour, plot.facet, {
            min: Math.max(0, Math.floor(across.low - room)), max: Math.ceil(across.high + room),
            nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colour.muted, fontSize: 12},
            axisLabel: {color: colour.muted, fontSize: 12, hideOverlap: true, showMinLabel: false, showMaxLabel: false,
                formatter: figure}
        });
        option.yAxis = valueAxis(colour, plot.axis, {
            type: 'log', min: Math.pow(10, Math.floor(Math.log10(up.low * 0.9))),
            max: Math.pow(10, Math.ceil(Math.log10(up.high * 1.1))),
            nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -44]},
            axisLabel: {color: colour.muted, fontSize: 12, formatter: milliseconds}
        });
        option.series = Object.keys(answers).map(answer => Object.assign({
            name: answerNames[answer], type: 'scatter', z: 4,
            tooltip: {valueFormatter: milliseconds},
            data: plot.marks.filter(mark => mark.answer === answer).map(mark => [mark.at, mark.ms])
        }, answers[answer](colour)));
        // A series without data draws no lines, so the lines have a separate series.
        const limits = {type: 'line', data: [[0, plot.limit.ms]], symbol: 'none', silent: true, tooltip: {show: false}};
        limits.markLine = {
            symbol: 'none', silent: true, data: [{yAxis: plot.limit.ms}],
            lineStyle: {color: colour.missed, type: 'dashed', width: 1.5},
            label: {position: 'insideStartTop', color: colour.missed, fontSize: 12,
                formatter: () => plot.limit.name + ' within ' + milliseconds(plot.limit.ms)}
        };
        if (estimate) {
            const low = estimate.low === null ? estimate.value : estimate.low;
            const high = estimate.high === null ? estimate.value : estimate.high;
            limits.markArea = {
                silent: true, itemStyle: {color: colour.sky, opacity: 0.3}, data: [[{xAxis: low}, {xAxis: high}]]
            };
            limits.markLine.data.push({
                xAxis: estimate.value, lineStyle: {color: colour.blue, type: 'solid', width: 1.5},
                label: {position: 'end', color: colour.blue, fontWeight: 'bold',
                    formatter: () => (estimate.open ? '≥ ' : '') + figure(estimate.value)}
            });
        }
        option.series.push(limits);
        return option;
    }

    return {ratios, spread, bars, scatter};
};

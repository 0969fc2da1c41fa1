// A click on lines to copy copies them; without a script it selects them.
document.querySelectorAll('pre code').forEach(code => code.addEventListener('click',
    () => navigator.clipboard && navigator.clipboard.writeText(code.textContent)));

// Draws the charts of a report by their shapes, from the data on the page. The rest of the page needs no script.
(() => {
    const data = JSON.parse(document.getElementById('data').textContent);
    const root = document.documentElement;
    const number = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 3});
    const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
    let charts = [];

    // Colours follow the colour scheme, so they are read when a chart is drawn.
    function colours() {
        const style = getComputedStyle(root);
        const colour = name => style.getPropertyValue('--' + name).trim();
        return Object.fromEntries(['panel', 'ink', 'muted', 'line', 'faint', 'band', 'blue', 'sky', 'purple', 'amber',
            'grey', 'met', 'missed'].map(name => [name, colour(name)]));
    }

    function figure(value) {
        if (value === null || value === undefined) {
            return '–';
        }
        return Math.abs(value) >= 100 ? whole.format(value) : number.format(value);
    }

    const milliseconds = value => value === null || value === undefined ? '–'
        : value >= 1000 ? number.format(value / 1000) + ' s' : figure(value) + ' ms';

    function base(colour) {
        return {
            animation: false,
            textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: colour.ink},
            tooltip: {
                trigger: 'axis', confine: true, backgroundColor: colour.panel, borderColor: colour.line,
                textStyle: {color: colour.ink, fontSize: 13}, axisPointer: {lineStyle: {color: colour.muted}}
            },
            legend: {
                top: 0, left: 0, itemWidth: 18, itemHeight: 10, itemGap: 18, icon: 'roundRect',
                textStyle: {color: colour.ink, fontSize: 13}
            }
        };
    }

    // Elements, not HTML text: names come from data and must stay text.
    function tip(head, rows) {
        const box = document.createElement('div');
        const title = document.createElement('div');
        title.textContent = head;
        title.style.fontWeight = '600';
        box.append(title);
        rows.forEach(([shade, name, words]) => {
            const row = document.createElement('div');
            const dot = document.createElement('span');
            dot.textContent = '● ';
            dot.style.color = shade;
            const label = document.createElement('b');
            label.textContent = name + ' ';
            row.append(dot, label, words);
            box.append(row);
        });
        return box;
    }

    function valueAxis(colour, name, more) {
        return Object.assign({
            type: 'value', name, min: 0, nameLocation: 'end', nameGap: 10,
            nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -36]},
            axisLabel: {color: colour.muted, fontSize: 12, formatter: value => number.format(value)},
            splitLine: {lineStyle: {color: colour.faint}}, splitNumber: 4
        }, more);
    }

    function secondAxis(colour, run, more) {
        const seconds = run.seconds;
        const last = seconds[seconds.length - 1] + 1;
        return Object.assign({
            type: 'value', min: seconds[0], max: last, splitNumber: 8, minInterval: 1,
            axisLabel: {color: colour.muted, fontSize: 12, hideOverlap: true, formatter: value => value + ' s'},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}},
            splitLine: {show: false},
            axisPointer: {label: {formatter: pointer => second(run, pointer.value)}}
        }, more);
    }

    function second(run, at) {
        const phase = run.phases.find(candidate => at >= candidate.from && at < candidate.to);
        const sessions = run.sessions[run.seconds.indexOf(Math.floor(at))];
        return 'second ' + Math.floor(at) + (phase ? ', ' + phase.name : '')
            + (sessions === undefined ? '' : ', ' + figure(sessions) + (sessions === 1 ? ' session' : ' sessions'));
    }

    // One heading for all axes of a chart, and figures in the order of their lines.
    function tellSeconds(option, run) {
        option.tooltip.formatter = points => tip(second(run, points[0].axisValue),
            [...points].sort((a, b) => a.seriesIndex - b.seriesIndex).map(point => [point.color, point.seriesName,
                option.series[point.seriesIndex].tooltip.valueFormatter(point.value[point.encode.y[0]])]));
        return option;
    }

    // A range of seconds applies to all charts of a run.
    function chosenSeconds(colour, shown) {
        const handle = {color: colour.panel, borderColor: colour.muted};
        return [{
            type: 'slider', id: 'seconds', show: shown, xAxisIndex: 'all', filterMode: 'none', minValueSpan: 2,
            height: 18, bottom: 4, showDetail: false, showDataShadow: false, borderColor: colour.line,
            backgroundColor: 'transparent', fillerColor: colour.band, handleStyle: handle, moveHandleStyle: handle,
            brushStyle: {color: colour.band}
        }];
    }

    // Phases outside the measurement are shaded; the steady state is bright.
    function phases(colour, run, named) {
        return {
            silent: true,
            itemStyle: {color: 'transparent'},
            label: {
                show: named, position: 'insideTop', distance: 4, color: colour.muted, fontSize: 12, overflow: 'truncate'
            },
            data: run.phases.map(phase => [
                {
                    name: phase.name, xAxis: phase.from,
                    itemStyle: {color: phase.measured ? 'transparent' : colour.band, opacity: 0.8},
                    label: {fontWeight: phase.measured ? 'bold' : 'normal', color: phase.measured
                        ? colour.ink : colour.muted}
                },
                {xAxis: phase.to}
            ])
        };
    }

    // A name is drawn only where it fits into its phase.
    function fitting(run, width) {
        const seconds = run.seconds;
        const length = seconds[seconds.length - 1] + 1 - seconds[0];
        return Object.assign({}, run, {
            phases: run.phases.map(phase => Object.assign({}, phase, {
                name: (phase.to - phase.from) / length * width > 7 * phase.name.length ? phase.name : ''
            }))
        });
    }

    // Parts of a sum are stacked areas. Without a category axis, the library stacks the first dimension.
    const looks = {
        LINE: () => ({}),
        AREA: () => ({areaStyle: {opacity: 0.12}}),
        BARS: () => ({type: 'bar', barMaxWidth: 8, barMinWidth: 2}),
        SUM: shade => ({lineStyle: {width: 1, color: shade}}),
        PART: () => ({
            stack: 'parts', lineStyle: {width: 0}, areaStyle: {opacity: 0.6},
            dimensions: ['processors', 'second'], encode: {x: 'second', y: 'processors', tooltip: 'processors'}
        })
    };

    function line(each, plot, panel, colour) {
        const shade = colour[each.colour];
        const points = plot.seconds.map((at, index) => [at + 0.5, each.values[index]]);
        return Object.assign({
            name: each.name, type: 'line', symbol: 'none', color: shade, lineStyle: {width: 2, color: shade},
            xAxisIndex: panel, yAxisIndex: panel,
            tooltip: {valueFormatter: each.unit === 'ms' ? milliseconds
                : value => figure(value) + (each.unit ? ' ' + each.unit : '')},
            data: each.look === 'PART' ? points.map(([at, value]) => [value, at]) : points
        }, looks[each.look](shade));
    }

    // One panel, or two panels with common seconds.
    function timeSeries(plot, colour, element) {
        const labelled = fitting(plot, element.clientWidth - 70);
        const narrow = element.clientWidth < (plot.panels.length > 1 ? 500 : 620);
        const lines = plot.panels.flatMap(panel => panel.lines);
        const top = (plot.panels.length > 1 ? 48 : 36) + (narrow && lines.length > 3 ? 20 : 0);
        const option = base(colour);
        // The name of the lower panel is on its axis.
        option.legend.data = lines.map(each => each.name)
            .filter(name => plot.panels.every(panel => panel.axis !== name));
        option.dataZoom = chosenSeconds(colour, plot.panels.length > 1);
        option.grid = plot.panels.length > 1 ? [
            {left: 56, right: 16, top, height: 190}, {left: 56, right: 16, top: top + 230, bottom: 56}
        ] : [{left: 48, right: 16, top, bottom: 28}];
        if (plot.panels.length > 1) {
            option.axisPointer = {link: [{xAxisIndex: 'all'}]};
        }
        option.xAxis = plot.panels.map((panel, index) => secondAxis(colour, plot, Object.assign({gridIndex: index},
            index < plot.panels.length - 1 ? {axisLabel: {show: false}} : {})));
        option.yAxis = plot.panels.map((panel, index) => {
            const highest = Math.max(...panel.lines.flatMap(each => each.values));
            // Leaves room above the highest value for the names of the phases.
            const range = panel.isTime ? times(panel, plot)
                : {note: '', scale: index > 0 ? {} : scaleAbove(1.15 * highest)};
            return valueAxis(colour, panel.axis + range.note, Object.assign({gridIndex: index}, range.scale));
        });
        option.series = plot.panels.flatMap((panel, index) => panel.lines.map((each, place) => Object.assign(
            line(each, plot, index, colour), place > 0 ? {} : {markArea: phases(colour, labelled, index === 0)})));
        return tellSeconds(option, plot);
    }

    // A cold JVM can be so slow at first that the steady state would be a flat line.
    function times(panel, plot) {
        const measured = plot.phases.filter(phase => phase.measured);
        const isMeasured = at => measured.some(phase => at >= phase.from && at < phase.to);
        const highest = Math.max(0, ...panel.lines.flatMap(each => each.values));
        const highestMeasured = Math.max(0, ...panel.lines.flatMap(each => each.values.filter((ms, index) =>
            isMeasured(plot.seconds[index]))));
        // A tenth more leaves room for the names of the phases.
        if (highestMeasured > 0 && highest > 5 * highestMeasured) {
            return {scale: scaleAbove(highestMeasured * 1.25), note: ' (cut off at the top; highest '
                + milliseconds(highest) + ')'};
        }
        return {scale: scaleAbove(highest * 1.1), note: ''};
    }

    // An axis that ends at a round number above a value and has three to six equal steps.
    function scaleAbove(value) {
        const power = value > 0 ? Math.pow(10, Math.floor(Math.log10(value))) : 1;
        const ends = [[1, 0.2], [1.5, 0.5], [2, 0.5], [2.5, 0.5], [3, 1], [4, 1], [5, 1], [6, 2], [8, 2], [10, 2]];
        const [end, step] = value > 0 ? ends.find(([most]) => most * power >= value) : ends[0];
        return {max: end * power, interval: step * power};
    }

    // Names that do not fit side by side take more rows.
    function legendRows(names, width) {
        let rows = 1;
        let used = 0;
        names.forEach(name => {
            const own = 46 + 7 * name.length;
            if (used > 0 && used + own > width) {
                rows++;
                used = 0;
            }
            used += own;
        });
        return rows;
    }

    // An axis with round ends, 0 among them.
    function scaleWithNothing(least, most) {
        const range = Math.max(most, 0) - Math.min(least, 0) || 1;
        const power = Math.pow(10, Math.floor(Math.log10(range / 5)));
        const interval = power * [1, 2, 5, 10].find(step => step * power * 6 >= range);
        return {min: Math.floor(least / interval) * interval, max: Math.ceil(most / interval) * interval, interval};
    }

    const signed = value => (value > 0 ? '+' : value < 0 ? '−' : '') + Math.abs(value).toFixed(1).replace('.0', '')
        + '%';

    const percentileNames = {1: '0%', 10: '90%', 100: '99%', 1000: '99.9%', 10000: '99.99%',
        100000: '99.999%', 1000000: '99.9999%'};

    // Text that does not fit is cut, and ends in an ellipsis.
    const shortened = (name, width) => 46 + 7 * name.length <= width ? name
        : name.slice(0, Math.floor((width - 46) / 7) - 1) + '…';

    function distribution({unit, limits, curves}, colour, element) {
        const single = curves.length === 1;
        const palette = [colour.blue, colour.missed, colour.met, colour.purple, colour.amber, colour.grey];
        const dashes = ['solid', 'dashed', 'dotted'];
        const slowest = Math.max(...curves.flatMap(curve => curve.points.map(point => point.ms)));
        const option = base(colour);
        const names = curves.map(curve => shortened(curve.name, element.clientWidth));
        const rows = legendRows(names, element.clientWidth);
        option.grid = {left: 56, right: 40, top: single ? 28 : 36 + 20 * Math.min(rows, 5), bottom: 44};
        option.legend.show = !single;
        option.legend.type = rows > 5 ? 'scroll' : 'plain';
        option.tooltip = Object.assign(option.tooltip, {valueFormatter: milliseconds});
        option.xAxis = {
            type: 'log', logBase: 10, min: 1,
            max: Math.max(10, ...curves.flatMap(curve => curve.points.map(point => point.oneIn))),
            name: 'percentile of ' + unit, nameLocation: 'middle', nameGap: 28,
            nameTextStyle: {color: colour.muted, fontSize: 12},
            axisLabel: {color: colour.muted, fontSize: 12, formatter: value => percentileNames[value] || ''},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}},
            splitLine: {lineStyle: {color: colour.faint}},
            axisPointer: {label: {formatter: pointer => percentile(pointer.value, unit)}}
        };
        option.yAxis = valueAxis(colour, 'response time, ms',
            {nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -44]}});
        option.series = curves.map((curve, index) => ({
            name: single ? 'response time' : names[index], type: 'line', symbol: 'none',
            color: palette[index % palette.length],
            lineStyle: {width: 2.5, type: dashes[Math.floor(index / palette.length) % dashes.length]},
            data: curve.points.map(point => [point.oneIn, point.ms])
        }));
        if (single) {
            option.series[0].markPoint = {
                symbol: 'circle', symbolSize: 8, silent: true, itemStyle: {color: colour.blue},
                label: {color: colour.ink, fontSize: 12, backgroundColor: colour.panel, padding: [1, 2],
                    formatter: mark => mark.name + ' ' + milliseconds(mark.data.ms)},
                // A rising curve leaves room for labels below it on the right, unless the axis is there. The last point
                // has room only on its left.
                data: curves[0].landmarks.map(point => ({
                    name: point.name, coord: [point.oneIn, point.ms], ms: point.ms,
                    label: point.name === 'max' ? {position: 'left', distance: 4, offset: [0, -9]}
                        : {position: 'right', distance: 6, offset: [0, point.ms < 0.08 * slowest ? -9 : 9]}
                }))
            };
        }
        const near = limits.filter(({ms}) => slowest >= ms * 0.8);
        if (near.length > 0) {
            // With several runs, the colour would look like that of a run.
            const shade = single ? colour.missed : colour.muted;
            option.series[0].markLine = {
                symbol: 'none', silent: true, lineStyle: {color: shade, type: 'dashed', width: 1.5},
                label: {position: 'insideStartTop', color: shade, fontSize: 12,
                    formatter: mark => mark.name},
                data: near.map(({name, ms}) => ({name: name + ' within ' + milliseconds(ms), yAxis: ms}))
            };
            const highest = Math.max(slowest, ...near.map(({ms}) => ms));
            Object.assign(option.yAxis, scaleAbove(highest * 1.02));
        }
        return option;
    }

    function percentile(oneIn, unit) {
        const left = 100 / oneIn;
        return (100 - left).toFixed(left >= 10 ? 0 : Math.min(5, Math.ceil(-Math.log10(left)) + 1)) + ' % of ' + unit;
    }

    function stackedBars({unit, names, parts}, colour) {
        const option = base(colour);
        option.grid = {left: 70, right: 48, top: 28, bottom: 24};
        option.tooltip.axisPointer = {type: 'shadow', shadowStyle: {color: colour.band, opacity: 0.5}};
        option.xAxis = valueAxis(colour, '');
        option.yAxis = {
            type: 'category', data: [...names].reverse(), axisLabel: {color: colour.ink, fontSize: 13},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {show: false}
        };
        option.series = parts.map(part => ({
            name: part.name, type: 'bar', stack: 'parts', color: colour[part.colour], barMaxWidth: 22,
            tooltip: {valueFormatter: value => figure(value) + ' ' + unit}, data: [...part.values].reverse()
        }));
        const totals = names.map((name, index) => parts.reduce((sum, part) => sum + part.values[index], 0)).reverse();
        option.series[parts.length - 1].label = {
            show: true, position: 'right', color: colour.ink, fontSize: 12,
            formatter: mark => figure(totals[mark.dataIndex])
        };
        return option;
    }

    const shapes = Object.assign({timeSeries, distribution, stackedBars}, barCharts({
        base, valueAxis, scaleAbove, scaleWithNothing, signed, legendRows, tip, figure, milliseconds
    }));
    const ofBenches = benchCharts({base, valueAxis, scaleAbove, figure});
    const ofRemoteKeys = remoteKeyCharts({data, base, valueAxis, scaleAbove, tip, figure, milliseconds});

    function option(element, colour) {
        if (element.dataset.plot) {
            return shapes[element.dataset.chart](JSON.parse(element.dataset.plot), colour, element);
        }
        if (element.dataset.chart in ofRemoteKeys) {
            return ofRemoteKeys[element.dataset.chart](element, colour);
        }
        return ofBenches.panel(data.benches.find(each => each.id === element.dataset.run),
            Number(element.dataset.index), colour, element);
    }

    const isOverTime = element => element.dataset.chart === 'timeSeries';

    // A folded chart has no size, so it is drawn when it is unfolded.
    function unfolded(within) {
        return [...within.querySelectorAll('[data-chart]')]
            .filter(element => element.closest('details:not([open])') === null);
    }

    function drawn(elements) {
        const colour = colours();
        return elements.map(element => {
            const chart = echarts.init(element, null, {renderer: 'svg'});
            chart.setOption(option(element, colour));
            if (isOverTime(element)) {
                // Charts of a run with a time axis share the pointer and the range of seconds.
                chart.group = element.dataset.run;
                echarts.connect(element.dataset.run);
            }
            return chart;
        });
    }

    function draw() {
        charts.forEach(chart => chart.dispose());
        charts = drawn(unfolded(document));
        told();
    }

    function told() {
        root.dataset.charts = charts.length;
        root.dataset.overflow = Math.max(0, root.scrollWidth - root.clientWidth);
    }

    let width = root.clientWidth;
    let waiting;
    window.addEventListener('resize', () => {
        // The address bar of a phone changes only the height.
        if (root.clientWidth !== width) {
            width = root.clientWidth;
            clearTimeout(waiting);
            waiting = setTimeout(draw, 100);
        }
    });
    document.addEventListener('toggle', event => {
        charts.push(...drawn(unfolded(event.target).filter(element => !echarts.getInstanceByDom(element))));
        told();
    }, true);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    window.addEventListener('beforeprint', () => {
        root.classList.add('paper');
        draw();
    });
    window.addEventListener('afterprint', () => {
        root.classList.remove('paper');
        draw();
    });
    draw();
})();

// Draws the charts of a report from the data that stand in it. Everything else on the page needs no script.
(() => {
    const data = JSON.parse(document.getElementById('data').textContent);
    const root = document.documentElement;
    const number = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 3});
    const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
    let charts = [];

    // Colours are read when a chart is drawn, since they follow the colour scheme.
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

    // As elements: names come from data and must stay text.
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
        const seconds = run.series.second;
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
        const sessions = run.series.sessions[run.series.second.indexOf(Math.floor(at))];
        return 'second ' + Math.floor(at) + (phase ? ', ' + phase.name : '')
            + (sessions === undefined ? '' : ', ' + figure(sessions) + (sessions === 1 ? ' session' : ' sessions'));
    }

    // One head for all axes of a chart, and figures in the order of their lines.
    function tellSeconds(option, run) {
        option.tooltip.formatter = points => tip(second(run, points[0].axisValue),
            [...points].sort((a, b) => a.seriesIndex - b.seriesIndex).map(point => [point.color, point.seriesName,
                option.series[point.seriesIndex].tooltip.valueFormatter(point.value[point.encode.y[0]])]));
        return option;
    }

    // Seconds are chosen in one of a run's charts, for all.
    function chosenSeconds(colour, shown) {
        const handle = {color: colour.panel, borderColor: colour.muted};
        return [{
            type: 'slider', id: 'seconds', show: shown, xAxisIndex: 'all', filterMode: 'none', minValueSpan: 2,
            height: 18, bottom: 4, showDetail: false, showDataShadow: false, borderColor: colour.line,
            backgroundColor: 'transparent', fillerColor: colour.band, handleStyle: handle, moveHandleStyle: handle,
            brushStyle: {color: colour.band}
        }];
    }

    // The phases that are not measured are shaded, so that the steady state stands out as the bright one.
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
        const seconds = run.series.second;
        const length = seconds[seconds.length - 1] + 1 - seconds[0];
        return Object.assign({}, run, {
            phases: run.phases.map(phase => Object.assign({}, phase, {
                name: (phase.to - phase.from) / length * width > 7 * phase.name.length ? phase.name : ''
            }))
        });
    }

    function line(name, run, values, colour, more) {
        return Object.assign({
            name, type: 'line', symbol: 'none', color: colour, lineStyle: {width: 2, color: colour},
            data: run.series.second.map((at, index) => [at + 0.5, values[index]])
        }, more);
    }

    function timeChart(run, colour, element) {
        const labelled = fitting(run, element.clientWidth - 70);
        const failing = run.series.failed.some(count => count > 0);
        const perSecond = run.unit + 's per second';
        const pages = value => figure(value) + ' ' + run.unit + 's';
        const series = [
            line('p95', run, run.series.p95, colour.purple, {
                markArea: phases(colour, labelled, true), tooltip: {valueFormatter: milliseconds}
            }),
            line('p50 (median)', run, run.series.p50, colour.blue, {tooltip: {valueFormatter: milliseconds}}),
            line(perSecond, run, run.series.pages, colour.met, {
                xAxisIndex: 1, yAxisIndex: 1, areaStyle: {opacity: 0.12}, markArea: phases(colour, labelled, false),
                tooltip: {valueFormatter: pages}
            })
        ];
        if (failing) {
            series.push({
                name: 'failed ' + perSecond, type: 'bar', xAxisIndex: 1, yAxisIndex: 1, color: colour.missed,
                barMaxWidth: 8, barMinWidth: 2, tooltip: {valueFormatter: pages},
                data: run.series.second.map((at, index) => [at + 0.5, run.series.failed[index]])
            });
        }
        const range = responseTimes(run);
        const top = failing && element.clientWidth < 500 ? 68 : 48;
        const option = base(colour);
        // The lower panel has its name on its axis.
        option.legend.data = series.map(each => each.name).filter(name => name !== perSecond);
        option.axisPointer = {link: [{xAxisIndex: 'all'}]};
        option.grid = [
            {left: 56, right: 16, top, height: 190},
            {left: 56, right: 16, top: top + 230, bottom: 56}
        ];
        option.dataZoom = chosenSeconds(colour, true);
        option.xAxis = [
            secondAxis(colour, run, {axisLabel: {show: false}}),
            secondAxis(colour, run, {gridIndex: 1})
        ];
        option.yAxis = [
            valueAxis(colour, 'response time, ms' + range.note, range.scale),
            valueAxis(colour, perSecond, {gridIndex: 1})
        ];
        option.series = series;
        return tellSeconds(option, run);
    }

    // A cold JVM can be so slow at first that the steady state would be a line at the bottom.
    function responseTimes(run) {
        const measured = run.phases.filter(phase => phase.measured);
        const isMeasured = at => measured.some(phase => at >= phase.from && at < phase.to);
        const highest = Math.max(0, ...run.series.p95);
        const highestMeasured = Math.max(0, ...run.series.p95.filter((ms, index) => isMeasured(
            run.series.second[index])));
        // A tenth more is head room for the names of the phases.
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
        + ' %';

    const percentileNames = {1: '0 %', 10: '90 %', 100: '99 %', 1000: '99.9 %', 10000: '99.99 %',
        100000: '99.999 %', 1000000: '99.9999 %'};

    // What does not fit is cut, and ends in a sign of that.
    const shortened = (name, width) => 46 + 7 * name.length <= width ? name
        : name.slice(0, Math.floor((width - 46) / 7) - 1) + '…';

    function percentileChart(runs, colour, element) {
        const single = runs.length === 1;
        const palette = [colour.blue, colour.missed, colour.met, colour.purple, colour.amber, colour.grey];
        const dashes = ['solid', 'dashed', 'dotted'];
        const slowest = Math.max(...runs.flatMap(run => run.percentiles.map(point => point.ms)));
        const option = base(colour);
        const names = runs.map(run => shortened(run.id + ' · ' + run.name, element.clientWidth));
        const rows = legendRows(names, element.clientWidth);
        option.grid = {left: 56, right: 40, top: single ? 28 : 36 + 20 * Math.min(rows, 5), bottom: 44};
        option.legend.show = !single;
        option.legend.type = rows > 5 ? 'scroll' : 'plain';
        option.tooltip = Object.assign(option.tooltip, {valueFormatter: milliseconds});
        option.xAxis = {
            type: 'log', logBase: 10, min: 1,
            max: Math.max(10, ...runs.flatMap(run => run.percentiles.map(point => point.oneIn))),
            name: 'percentile of ' + runs[0].unit + 's', nameLocation: 'middle', nameGap: 28,
            nameTextStyle: {color: colour.muted, fontSize: 12},
            axisLabel: {color: colour.muted, fontSize: 12, formatter: value => percentileNames[value] || ''},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}},
            splitLine: {lineStyle: {color: colour.faint}},
            axisPointer: {label: {formatter: pointer => percentile(pointer.value, runs[0].unit)}}
        };
        option.yAxis = valueAxis(colour, 'response time, ms',
            {nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -44]}});
        option.series = runs.map((run, index) => ({
            name: single ? 'response time' : names[index], type: 'line', symbol: 'none',
            color: palette[index % palette.length],
            lineStyle: {width: 2.5, type: dashes[Math.floor(index / palette.length) % dashes.length]},
            data: run.percentiles.map(point => [point.oneIn, point.ms])
        }));
        if (single) {
            option.series[0].markPoint = {
                symbol: 'circle', symbolSize: 8, silent: true, itemStyle: {color: colour.blue},
                label: {color: colour.ink, fontSize: 12, backgroundColor: colour.panel, padding: [1, 2],
                    formatter: mark => mark.name + ' ' + milliseconds(mark.data.ms)},
                // A rising curve leaves room below it on the right, unless the axis is there; the last point has room
                // only on its left.
                data: runs[0].landmarks.map(point => ({
                    name: point.name, coord: [point.oneIn, point.ms], ms: point.ms,
                    label: point.name === 'max' ? {position: 'left', distance: 4, offset: [0, -9]}
                        : {position: 'right', distance: 6, offset: [0, point.ms < 0.08 * slowest ? -9 : 9]}
                }))
            };
        }
        // Runs that were judged differently have no limit in common.
        const common = runs.every(run => run.goodMs === runs[0].goodMs && run.tolerableMs === runs[0].tolerableMs);
        const limits = [['good', runs[0].goodMs], ['tolerable', runs[0].tolerableMs]].filter(([, ms]) =>
            common && slowest >= ms * 0.8);
        if (limits.length > 0) {
            // Beside several runs the colour would be taken for a run's.
            const shade = single ? colour.missed : colour.muted;
            option.series[0].markLine = {
                symbol: 'none', silent: true, lineStyle: {color: shade, type: 'dashed', width: 1.5},
                label: {position: 'insideStartTop', color: shade, fontSize: 12,
                    formatter: mark => mark.name},
                data: limits.map(([name, ms]) => ({name: name + ' within ' + milliseconds(ms), yAxis: ms}))
            };
            const highest = Math.max(slowest, ...limits.map(([, ms]) => ms));
            Object.assign(option.yAxis, scaleAbove(highest * 1.02));
        }
        return option;
    }

    function percentile(oneIn, unit) {
        const left = 100 / oneIn;
        return (100 - left).toFixed(left >= 10 ? 0 : Math.min(5, Math.ceil(-Math.log10(left)) + 1)) + ' % of ' + unit + 's';
    }

    function cpuChart(run, colour) {
        const option = base(colour);
        const names = run.cpu.map(process => process.process).reverse();
        const bar = (name, key, shade) => ({
            name, type: 'bar', stack: 'cpu', color: shade, barMaxWidth: 22,
            tooltip: {valueFormatter: value => figure(value) + ' processors'},
            data: run.cpu.map(process => process[key]).reverse()
        });
        option.grid = {left: 70, right: 48, top: 28, bottom: 24};
        option.tooltip.axisPointer = {type: 'shadow', shadowStyle: {color: colour.band, opacity: 0.5}};
        option.xAxis = valueAxis(colour, '');
        option.yAxis = {
            type: 'category', data: names, axisLabel: {color: colour.ink, fontSize: 13},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {show: false}
        };
        option.series = [bar('user', 'user', colour.blue), bar('system', 'system', colour.sky)];
        const totals = run.cpu.map(process => process.user + process.system).reverse();
        option.series[1].label = {
            show: true, position: 'right', color: colour.ink, fontSize: 12,
            formatter: mark => figure(totals[mark.dataIndex])
        };
        return option;
    }

    function overTime(run, colour, element, lines) {
        const option = base(colour);
        const labelled = fitting(run, element.clientWidth - 70);
        option.grid = {left: 48, right: 16, top: 36, bottom: 28};
        option.xAxis = secondAxis(colour, run);
        option.dataZoom = chosenSeconds(colour, false);
        // More than the highest, as head room for the names of the phases.
        option.yAxis = valueAxis(colour, '', scaleAbove(1.15 * Math.max(...lines.flatMap(([, values]) => values))));
        option.series = lines.map(([label, values, shade], index) => line(label, run, values, shade, Object.assign(
            {tooltip: {valueFormatter: figure}},
            index === 0 ? {markArea: phases(colour, labelled, true)} : {})));
        return tellSeconds(option, run);
    }

    // What the bank used as areas on top of each other, where its parts were counted.
    function cpuOverTime(run, colour, element) {
        const {bank, besim, driver, jit, gc} = run.series;
        const others = [...(besim === null ? [] : [['Back end', besim, colour.met]]), ['Driver', driver, colour.grey]];
        if (run.role === null) {
            return overTime(run, colour, element, others);
        }
        if (jit === null || gc === null) {
            return overTime(run, colour, element, [[run.role, bank, colour.blue], ...others]);
        }
        const option = overTime(run, colour, element, [[run.role, bank, colour.ink], ['its application',
            bank.map((all, at) => Math.max(0, all - jit[at] - gc[at])), colour.blue],
            ['its GC', gc, colour.purple], ['its JIT compiler', jit, colour.amber], ...others]);
        option.grid.top = element.clientWidth < 620 ? 58 : 36;
        option.series[0].lineStyle.width = 1;
        option.series.slice(1, 4).forEach(part => Object.assign(part, {
            stack: 'bank', lineStyle: {width: 0}, areaStyle: {opacity: 0.6},
            // Where no axis has categories, the library stacks the first dimension.
            dimensions: ['processors', 'second'], encode: {x: 'second', y: 'processors', tooltip: 'processors'},
            data: part.data.map(([at, used]) => [used, at])
        }));
        return option;
    }

    const ofExperiments = experimentCharts({
        data, base, valueAxis, scaleAbove, scaleWithNothing, signed, legendRows, tip, figure, milliseconds
    });
    const ofBenches = benchCharts({base, valueAxis, scaleAbove, figure});
    const ofRemoteKeys = remoteKeyCharts({data, base, valueAxis, scaleAbove, tip, figure, milliseconds});
    const ofXml = xmlCharts({base, valueAxis, scaleAbove, scaleWithNothing, signed, legendRows, tip, figure});

    function option(element, colour) {
        if (element.dataset.chart in ofExperiments) {
            return ofExperiments[element.dataset.chart](
                data.experiments.find(each => each.id === element.dataset.run), colour, element);
        }
        if (element.dataset.chart in ofRemoteKeys) {
            return ofRemoteKeys[element.dataset.chart](element, colour);
        }
        if (element.dataset.chart === 'xml') {
            return ofXml(data.xmlPanels.find(each => each.id === element.dataset.run), colour, element);
        }
        if (element.dataset.chart === 'panel') {
            return ofBenches.panel(data.benches.find(each => each.id === element.dataset.run),
                Number(element.dataset.index), colour, element);
        }
        const runs = element.dataset.run === '*' ? data.runs.filter(run => run.percentiles.length > 0)
            : data.runs.filter(run => run.id === element.dataset.run);
        const run = runs[0];
        switch (element.dataset.chart) {
            case 'time':
                return timeChart(run, colour, element);
            case 'percentiles':
                return percentileChart(runs, colour, element);
            case 'cpu':
                return cpuChart(run, colour);
            case 'cpuTime':
                return cpuOverTime(run, colour, element);
            case 'handshakes':
                return overTime(run, colour, element, [['full', run.series.full, colour.blue],
                    ['resumed', run.series.resumed, colour.amber]]);
            default:
                throw new Error('Unknown chart ' + element.dataset.chart);
        }
    }

    const isOverTime = element => ['time', 'cpuTime', 'handshakes'].includes(element.dataset.chart);

    // What is folded away has no size; it is drawn when it is unfolded.
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
                // One pointer, and one choice of seconds, goes through all charts of a run that have time on their axis.
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
        // A phone's address bar changes the height only.
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

// The charts of remote keys. report.js passes the functions that all charts share.
const remoteKeyCharts = ({data, base, valueAxis, scaleAbove, tip, figure, milliseconds}) => {
    const percentiles = [['p50', 'p50 (median)'], ['p90', 'p90'], ['p99', 'p99'], ['p999', 'p99.9']];
    const symbols = ['circle', 'rect', 'triangle', 'diamond'];

    const operation = element => data.remoteKeys.find(each => each.id === element.dataset.run)
        .operations[Number(element.dataset.index)];

    // A place of the key has the same colour in all charts.
    function look(curve, colour) {
        if (curve.key !== 'remote') {
            return {shade: colour.grey, symbol: symbols[0]};
        }
        const palette = [colour.blue, colour.amber, colour.purple, colour.met, colour.missed, colour.sky];
        return {shade: palette[(curve.servers - 1) % palette.length], symbol: symbols[curve.servers % symbols.length]};
    }

    function axis(colour, unit, most) {
        return {
            type: 'value', min: 0, max: most, name: unit + 's', nameLocation: 'middle', nameGap: 26,
            nameTextStyle: {color: colour.muted, fontSize: 12}, minInterval: 1, splitNumber: 8,
            axisLabel: {color: colour.muted, fontSize: 11, hideOverlap: true},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}},
            splitLine: {show: false}
        };
    }

    const most = curves => Math.max(1, ...curves.flatMap(curve => curve.marks.map(mark => mark.threads)));

    // The name is above the labels, regardless of their width.
    const named = (colour, valueScale, padding) => Object.assign(valueScale, {
        nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -padding]}
    });

    const counted = (count, unit) => count + ' ' + (count === 1 ? unit : unit + 's');

    // An interval is drawn as three strokes of a line because the library's small build has no error bars.
    function whiskers(curve, shade, cap) {
        return {
            name: curve.name, type: 'line', symbol: 'none', silent: true, z: 2, color: shade,
            lineStyle: {width: 1.4, color: shade}, tooltip: {show: false},
            data: curve.marks.filter(mark => mark.low !== null).flatMap(({threads: x, low, high}) => [[x, low],
                [x, high], ['-', '-'], [x - cap, low], [x + cap, low], ['-', '-'], [x - cap, high], [x + cap, high],
                ['-', '-']])
        };
    }

    function scaling(element, colour) {
        const {curves, unit} = operation(element);
        const drawn = curves.filter(curve => curve.marks.length > 0);
        const option = base(colour);
        option.grid = {left: 64, right: 26, top: 56, bottom: 44};
        option.tooltip.trigger = 'item';
        option.xAxis = axis(colour, unit, most(drawn));
        option.yAxis = valueAxis(colour, 'operations per second', named(colour, scaleAbove(1.04 * Math.max(
            ...drawn.flatMap(curve => curve.marks.map(mark => mark.high === null ? mark.opsPerSecond
                : Math.max(mark.high, mark.opsPerSecond))))), 56));
        option.legend.data = drawn.map(curve => curve.name);
        option.series = drawn.flatMap(curve => {
            const {shade, symbol} = look(curve, colour);
            return [{
                name: curve.name, type: 'line', symbol, symbolSize: 9, color: shade, z: 3,
                lineStyle: {width: curve.law.length > 0 ? 0 : 2, color: shade},
                data: curve.marks.map(mark => ({value: [mark.threads, mark.opsPerSecond], mark})),
                tooltip: {formatter: point => tip(counted(point.data.mark.threads, unit), [[shade, curve.name,
                    figure(point.data.mark.opsPerSecond) + ' operations/s' + (point.data.mark.low === null ? ''
                        : ' (' + figure(point.data.mark.low) + ' to ' + figure(point.data.mark.high) + ')')]])}
            }, {
                name: curve.name, type: 'line', symbol: 'none', silent: true, color: shade, z: 1, data: curve.law,
                lineStyle: {width: 2, color: shade, type: curve.key === 'remote' ? 'solid' : [6, 4]}
            }, whiskers(curve, shade, most(drawn) / 160)];
        });
        return option;
    }

    function latency(element, colour) {
        const {curves, unit} = operation(element);
        const curve = curves[Number(element.dataset.curve)];
        const all = curves.flatMap(each => each.marks);
        const logarithmic = element.dataset.scale === 'logarithmic';
        const lowest = Math.min(...all.map(mark => mark.p50));
        const highest = Math.max(...all.map(mark => mark.p999));
        const palette = [colour.blue, colour.met, colour.amber, colour.missed];
        const option = base(colour);
        option.grid = {left: 56, right: 20, top: 50, bottom: 42};
        option.xAxis = axis(colour, unit, most(curves));
        // Panels share a scale, so readers can compare them.
        option.yAxis = valueAxis(colour, 'ms', named(colour, logarithmic
            ? {type: 'log', min: Math.pow(10, Math.floor(Math.log10(lowest))),
                max: Math.pow(10, Math.ceil(Math.log10(highest)))}
            : scaleAbove(1.02 * highest), 48));
        option.tooltip.formatter = marks => tip(counted(marks[0].value[0], unit), [...marks].reverse().map(mark =>
            [mark.color, mark.seriesName, milliseconds(mark.value[1])]));
        option.series = percentiles.map(([key, name], index) => ({
            name, type: 'line', symbol: symbols[index], symbolSize: 6, color: palette[index],
            lineStyle: {width: 2, color: palette[index]}, data: curve.marks.map(mark => [mark.threads, mark[key]])
        }));
        return option;
    }

    return {scaling, latency};
};

// Energy, momentum and step time over simulated time.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type {Frame} from './protocol.js';

const LENGTH = 600;
const HEIGHT = 120;

/** Numbers of an axis with as many digits as tell them apart. */
function ticks(values: number[]): string[] {
  const [most, step] = [Math.max(...values.map(Math.abs)), Math.abs((values[1] ?? 1) - (values[0] ?? 0))];
  const digits = most > 0 && step > 0 ? Math.min(9, Math.max(1, 1 + Math.ceil(Math.log10(most / step)))) : 4;
  const notation = most >= 1e4 ? 'compact' : most > 0 && most < 1e-3 ? 'scientific' : 'standard';
  const format = new Intl.NumberFormat('en', {notation, maximumSignificantDigits: digits, useGrouping: false});
  return values.map(value => format.format(value));
}

/** What an axis shows: at least a thousandth of the values, so that noise of rest is a line, and its numbers are short. */
function range(_: uPlot, least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const room = Math.max(0.1 * (most - least), 5e-4 * Math.max(Math.abs(least), Math.abs(most)), 1e-6);
  return [least - room, most + room];
}

interface Plot {
  chart: uPlot;
  value(frame: Frame): number;
  values: number[];
}

export class Plots {
  readonly #place = document.getElementById('plots')!;
  readonly #times: number[] = [];
  #plots: Plot[] = [];
  #last = -1;

  constructor() {
    this.restyle();
    // The column is narrower on a tablet. Where it is folded it has no width.
    new ResizeObserver(() => {
      const width = this.#place.clientWidth;
      if (width > 0) for (const {chart} of this.#plots) if (chart.width !== width) chart.setSize({width, height: HEIGHT});
    }).observe(this.#place);
  }

  /** Charts in the colours of the theme. */
  restyle(): void {
    const place = this.#place;
    const style = getComputedStyle(document.documentElement);
    const [text, line] = [style.getPropertyValue('--text'), style.getPropertyValue('--line')];
    const values = this.#plots.map(plot => plot.values);
    place.replaceChildren();
    const kinds: [string, string, (frame: Frame) => number][] = [
      ['Energy, J', '#d1495b', frame => frame.energy],
      ['Momentum, N·s', '#3a7bd5', frame => frame.momentum],
      ['Step, ms', '#2e9e5b', frame => frame.stepTime],
    ];
    this.#plots = kinds.map(([label, stroke, value], i) => ({
      value,
      values: values[i] ?? [],
      chart: new uPlot({
        width: place.clientWidth || 270, height: HEIGHT, title: label,
        legend: {show: false}, cursor: {show: false},
        scales: {x: {time: false}, y: {range}},
        axes: [{stroke: text, grid: {stroke: line, width: 1}, size: 26}, {stroke: text, grid: {stroke: line, width: 1}, size: 72, values: (_, splits) => ticks(splits)}],
        series: [{}, {stroke, width: 2}],
      }, [[], []], place),
    }));
    place.querySelectorAll('canvas').forEach((canvas, i) => canvas.setAttribute('aria-label', `Plot: ${kinds[i]![0]}`));
    this.#draw();
  }

  clear(): void {
    this.#times.length = 0;
    for (const plot of this.#plots) plot.values.length = 0;
    this.#last = -1;
    this.#draw();
  }

  add(frame: Frame): void {
    if (frame.step === this.#last) return;
    if (frame.step < this.#last) this.clear();
    this.#last = frame.step;
    this.#times.push(frame.time);
    for (const plot of this.#plots) plot.values.push(plot.value(frame));
    if (this.#times.length > LENGTH) {
      this.#times.shift();
      for (const plot of this.#plots) plot.values.shift();
    }
    this.#stale = true;
  }

  #stale = false;
  #drawn = -Infinity;
  /** Called in every frame; charts are drawn ten times a second. */
  draw(): void {
    if (!this.#stale || performance.now() - this.#drawn < 100) return;
    this.#draw();
  }

  #draw(): void {
    this.#stale = false;
    this.#drawn = performance.now();
    for (const plot of this.#plots) plot.chart.setData([this.#times, plot.values]);
  }
}

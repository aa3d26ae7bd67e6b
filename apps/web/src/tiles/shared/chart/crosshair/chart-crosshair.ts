import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFeed } from '#readings/series.ts';
import type { ChartData } from '../data/chart-data.ts';
import type { ChartLegend, LegendFigures } from '../draw/chart-legend.ts';
import { type AlarmSpan, openAt } from '../model/chart-alarms.ts';
import { type ChartLine, newestValue } from '../model/chart-line.ts';
import { type ChartMark, MARK_REACH_PX, marksNear } from '../model/chart-marks.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import { decimalsOfSeries } from '../model/described.ts';
import type { TimeRange } from '../model/time-range.ts';
import { ChartTooltip, type TooltipRow } from './chart-tooltip.ts';
import { CrosshairDots } from './crosshair-dots.ts';
import { REACH_PX } from './pointed-points.ts';

/** The plot under the crosshair, in CSS pixels from its upper left corner. */
export interface PlotView {
  width: number;
  height: number;
  window: TimeRange;
  toTop(value: number, axis: number): number;
  axisRange(axis: number): readonly [number, number];
}

export interface CrosshairState {
  spec: ChartSpec;
  data: ChartData;
  isShown: readonly boolean[];
  marks: readonly ChartMark[];
  spans: readonly AlarmSpan[];
  nowS: EpochSeconds;
  /** What part of time the legend tells of: what is drawn may be a point behind. */
  range: TimeRange;
  /** Undefined: the points that were loaded are all there are. */
  means: readonly (number | null)[] | undefined;
  ghostLabel: string;
  feed: SeriesFeed | undefined;
}

/** Of the alarms that were open at a moment the severest are named. */
const MOST_OPEN = 4;
/** A pointer on its way across the chart asks for nothing. */
const HOVER_DELAY_MS = 50;
const COUNT_DELAY_MS = 150;

/** Dots on the lines, the box with the values, and the values in the legend: what follows the pointer. */
export class ChartCrosshair {
  readonly #tooltip: ChartTooltip;
  readonly #legend: ChartLegend;
  readonly #dots: CrosshairDots;
  #isOpen = false;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #countTimer: ReturnType<typeof setTimeout> | undefined;
  #counting = new AbortController();
  #counted: { key: string; points: number } | undefined;

  constructor(parent: HTMLElement, legend: ChartLegend) {
    this.#dots = new CrosshairDots(parent);
    this.#legend = legend;
    this.#tooltip = new ChartTooltip(parent);
  }

  destroy(): void {
    this.leave();
    this.#tooltip.remove();
    this.#dots.remove();
  }

  /** The pointer went away: the legend shows the newest values again, or those of another chart's crosshair. */
  leave(): void {
    clearTimeout(this.#openTimer);
    clearTimeout(this.#countTimer);
    this.#counting.abort();
    this.#isOpen = false;
    this.#tooltip.hide();
  }

  /**
   * Shows the points at a place of the plot; without a place, the newest ones in the legend.
   * @param isOwn the pointer is over this chart: only this one shows the box, the others of the tab show the line
   */
  show(state: CrosshairState, view: PlotView, at: { left: number; top: number } | undefined, isOwn: boolean): void {
    const decimals = state.spec.series.map((one) => {
      const [min, max] = view.axisRange(one.axis);
      return decimalsOfSeries(one, Math.abs(max - min));
    });
    const rows = at === undefined ? [] : this.#rows(state, view, at.left, decimals);
    this.#legend.show(
      state.spec.series.map((_, index) => {
        const line = state.data.lines[index];
        const newest = line && { value: newestValue(line), time: line.times.at(-1) };
        const pointed = rows.find((row) => row.series === index && !row.isGhost);
        const { value = null, time } = (at === undefined ? newest : pointed) ?? {};
        const figures = figuresOf(state, index);
        return { ...figures, last: value, times: { ...figures.times, ...(time !== undefined && { last: time }) } };
      }),
      decimals,
    );
    this.#dots.show(rows.map(({ leftPx, topPx, colour }) => ({ left: leftPx, top: topPx, colour })));
    if (at === undefined || !isOwn) {
      this.leave();
      return;
    }
    const open = () => {
      this.#isOpen = true;
      this.#open(state, view, at, rows);
    };
    clearTimeout(this.#openTimer);
    if (this.#isOpen) open();
    else this.#openTimer = setTimeout(open, HOVER_DELAY_MS);
  }

  #open(state: CrosshairState, view: PlotView, at: { left: number; top: number }, rows: CrosshairRow[]): void {
    const { spec, marks, data, isShown } = state;
    const perPixel = (view.window.to - view.window.from) / view.width;
    const moment = view.window.from + at.left * perPixel;
    const [nearest] = rows.toSorted((a, b) => Math.abs(a.leftPx - at.left) - Math.abs(b.leftPx - at.left));
    const pixel = Math.floor(at.left);
    const behind = { from: view.window.from + pixel * perPixel, to: view.window.from + (pixel + 1) * perPixel };
    const content = {
      timeMs: (nearest?.time ?? moment) * 1000,
      zone: spec.zone,
      rows,
      notes: [...marksNear(marks, moment, MARK_REACH_PX * perPixel), ...openNotes(state, moment)],
      // Buckets that were loaded stand for more points than they are: only the portal knows how many.
      points: this.#known(behind) ?? (state.feed?.countPoints ? undefined : data.countBetween(isShown, behind)),
    };
    this.#tooltip.show(content, at, view);
    this.#askCount(state, behind);
  }

  #known({ from, to }: TimeRange): number | undefined {
    return this.#counted?.key === `${from}-${to}` ? this.#counted.points : undefined;
  }

  /** What was loaded may be buckets: the portal knows how many points they stand for. */
  #askCount({ feed, isShown }: CrosshairState, behind: TimeRange): void {
    clearTimeout(this.#countTimer);
    this.#counting.abort();
    if (feed?.countPoints === undefined || this.#known(behind) !== undefined) return;
    const counting = new AbortController();
    this.#counting = counting;
    this.#countTimer = setTimeout(async () => {
      try {
        const counts = await feed.countPoints?.(behind.from * 1000, behind.to * 1000, counting.signal);
        if (counts === undefined || counting.signal.aborted) return;
        const points = counts.reduce<number>(
          (sum, count, index) => sum + (isShown[index] === false ? 0 : (count ?? 0)),
          0,
        );
        this.#counted = { key: `${behind.from}-${behind.to}`, points };
        this.#tooltip.setPoints(points);
      } catch {
        if (!counting.signal.aborted) this.#tooltip.setPointsUnknown();
      }
    }, COUNT_DELAY_MS);
  }

  #rows({ spec, data, isShown, ghostLabel }: CrosshairState, view: PlotView, left: number, decimals: number[]) {
    const { from, to } = view.window;
    const perPixel = (to - from) / view.width;
    const moment = from + left * perPixel;
    const rows: CrosshairRow[] = [];
    for (const [index, { label, unit, colour, axis, display, line: kind }] of spec.series.entries()) {
      if (isShown[index] === false) continue;
      for (const isGhost of [false, true]) {
        const line: ChartLine | undefined = (isGhost ? data.ghosts : data.lines)[index];
        const point = data.pointAt(line, kind === 'step', moment, REACH_PX * perPixel);
        if (line === undefined || point < 0) continue;
        const [time, value] = [line.times[point] as number, line.values[point] as number];
        rows.push({
          series: index,
          isGhost,
          time,
          value,
          label: isGhost ? `${label}, ${ghostLabel}` : label,
          unit,
          colour,
          decimals: decimals[index] ?? 2,
          display,
          topPx: view.toTop(value, axis),
          leftPx: kind === 'step' ? left : (time - from) / perPixel,
        });
      }
    }
    return rows;
  }
}

/** The alarms that were open at a moment that has come. */
function openNotes({ spans, nowS }: CrosshairState, moment: EpochSeconds): { label: string; colour: string }[] {
  if (moment > nowS) return [];
  const open = openAt(spans, moment);
  const told = open.slice(0, MOST_OPEN).map(({ label, colour }) => ({ label: `${label}: open`, colour }));
  const rest = open[MOST_OPEN];
  return rest === undefined ? told : [...told, { label: `${open.length - MOST_OPEN} more open`, colour: rest.colour }];
}

/** What the legend tells of a series besides its last value, as far as it is asked to. */
function figuresOf({ spec, data, means, range }: CrosshairState, series: number): LegendFigures {
  const { legendValues: told } = spec;
  if (told.every((kind) => kind === 'last')) return {};
  const extremes = data.extremesOf(series, range);
  const [min, max] = extremes?.values ?? [null, null];
  const times = extremes && { times: { min: extremes.times[0], max: extremes.times[1] } };
  if (!told.includes('mean')) return { min, max, ...times };
  return { min, max, ...times, mean: means === undefined ? data.meanOf(series, range) : (means[series] ?? null) };
}

interface CrosshairRow extends TooltipRow {
  series: number;
  isGhost: boolean;
  time: number;
}

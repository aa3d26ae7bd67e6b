import { valueRange } from '#tiles/shared/chart/draw/plot-options.ts';
import type { ChartSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import { MOST_SPAN_S } from '#tiles/shared/chart/model/time-range.ts';
import { extremesOf, type XyPoints } from './xy-data.ts';
import { timeRange, type XAxisSpec } from './xy-options.ts';
import type { PlotSize } from './xy-places.ts';
import { partOf, type XyScale } from './xy-scale.ts';

/** The x axis, or a value axis by its index. */
export type XyAxis = 'x' | number;

export interface XyContent {
  spec: ChartSpec;
  x: XAxisSpec;
  points: readonly XyPoints[];
  isShown: readonly boolean[];
}

/** The scales of all axes of a chart. */
export interface XyScales {
  x: XyScale;
  y: readonly XyScale[];
}

/** A part of the plot; pixels. */
export interface PlotPart extends PlotSize {
  left: number;
  top: number;
}

/** What part of both kinds of axes is seen: all there is, or what the user went to. */
export class XyView {
  #content: XyContent | undefined;
  #chosen = new Map<XyAxis, [number, number]>();

  take(content: XyContent): void {
    this.#content = content;
  }

  /** Other axes: what was seen of the former ones means nothing. */
  reset(): void {
    this.#chosen.clear();
  }

  get isZoomed(): boolean {
    return this.#chosen.size > 0;
  }

  /** What was chosen of an axis; undefined: nothing. */
  chosen(axis: XyAxis): readonly [number, number] | undefined {
    return this.#chosen.get(axis);
  }

  scales(): XyScales {
    const axes = this.#content?.spec.axes ?? [];
    return { x: this.#scale('x'), y: axes.map((_, axis) => this.#scale(axis)) };
  }

  /** Shows more (factors above 1) or less of all axes about a place of the plot. */
  zoomAbout(at: { left: number; top: number } | undefined, factor: number, { width, height }: PlotSize): void {
    const right = at === undefined ? 0.5 : at.left / width;
    const up = at === undefined ? 0.5 : 1 - at.top / height;
    this.#choose((axis) => {
      const about = axis === 'x' ? right : up;
      return [about - about * factor, about + (1 - about) * factor];
    });
  }

  /** Moves what is seen by shares of the plot. */
  panBy(right: number, down: number): void {
    this.#choose((axis) => {
      const by = axis === 'x' ? right : -down;
      return by === 0 ? undefined : [by, 1 + by];
    });
  }

  /** Goes to a part of the plot. One that is no wider, or no higher, than `least` pixels is a choice of the other axis. */
  zoomInto({ left, top, width, height }: PlotPart, plot: PlotSize, least: number): void {
    const isBoth = width >= least === height >= least;
    this.#choose((axis) => {
      if (axis === 'x') return isBoth || width >= least ? [left / plot.width, (left + width) / plot.width] : undefined;
      return isBoth || height >= least ? [1 - (top + height) / plot.height, 1 - top / plot.height] : undefined;
    });
  }

  /** Asks for the shares of each axis that are to be seen, before any of them has changed. */
  #choose(sharesOf: (axis: XyAxis) => [number, number] | undefined): void {
    const next = new Map(this.#chosen);
    for (const axis of ['x' as const, ...(this.#content?.spec.axes.keys() ?? [])]) {
      const shares = sharesOf(axis);
      const part = shares && partOf(this.#scale(axis), ...shares);
      const isTime = axis === 'x' && this.#content?.x.isTime === true;
      if (part !== undefined && !(isTime && part[1] - part[0] > MOST_SPAN_S)) next.set(axis, part);
    }
    this.#chosen = next;
  }

  #scale(axis: XyAxis): XyScale {
    const content = this.#content;
    const own = axis === 'x' ? content?.x : content?.spec.axes[axis];
    const isLog = own?.isLog === true;
    const isReversed = axis !== 'x' && content?.spec.isInverted === true;
    const [min, max] = this.#chosen.get(axis) ?? this.#automatic(axis);
    return { min, max, isLog, isReversed };
  }

  #automatic(axis: XyAxis): readonly [number, number] {
    if (this.#content === undefined) return [0, 1];
    const { x, spec } = this.#content;
    const found = this.#extremes(axis);
    if (axis !== 'x') return valueRange(found, spec.axes[axis] ?? { min: null, max: null, isLog: false });
    return x.isTime ? timeRange(x, found) : valueRange(found, x);
  }

  /** Of what is shown; of a value axis only where x is in sight. An axis all of whose series are hidden keeps its scale. */
  #extremes(axis: XyAxis): [number, number] | null {
    if (this.#content === undefined) return null;
    const { spec, x, points, isShown } = this.#content;
    const isOf = (index: number) => axis === 'x' || spec.series[index]?.axis === axis;
    const isSeen = points.some((_, index) => isOf(index) && isShown[index] !== false);
    const own = points.filter((_, index) => isOf(index) && (!isSeen || isShown[index] !== false));
    if (axis === 'x')
      return extremesOf(
        own.map((list) => list.x),
        x.isLog,
      );
    const seen = this.#chosen.get('x');
    const lists = own.map((list) =>
      seen === undefined ? list.y : list.y.filter((_, at) => isWithin(list.x[at], seen)),
    );
    return extremesOf(lists, spec.axes[axis]?.isLog === true);
  }
}

export function isWithin(value: number | undefined, [min, max]: readonly [number, number]): boolean {
  return value !== undefined && value >= min && value <= max;
}

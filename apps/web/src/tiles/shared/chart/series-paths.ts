import uPlot from 'uplot';
import type { SeriesLine } from './chart-settings.ts';
import { type Bin, type Envelope, foldIntoBins } from './envelope.ts';
import type { Gap } from './plot-columns.ts';

const BIN_PX = 2;
/** From this many points per bin on, the swings of a line merge into a mass: their outline is drawn instead. */
const DENSE = 2.8;
/** A line that swings by less than this is a line still, and its outline would look like two. */
const LEAST_SWING_PX = 6;
const ENVELOPE_ALPHA = 0.3;

interface PathRequest {
  line: SeriesLine;
  colour: string;
  hasFill: boolean;
  /** Where the line breaks, as it is now. */
  gaps: () => readonly Gap[];
}

/**
 * Draws a series' line. Where it is dense, its points are folded into narrow bins first; where they swing, the outline
 * of what they span is drawn with the area between, else a line through them.
 */
export function seriesPaths({ line, colour, hasFill, gaps }: PathRequest): uPlot.Series.PathBuilder {
  const draw = line === 'step' ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.();
  return (plot, seriesIdx, first, last) => {
    const plain = () => draw?.(plot, seriesIdx, first, last) ?? null;
    const mayBeDense = last - first > ((plot.bbox.width / uPlot.pxRatio) * DENSE) / BIN_PX;
    if (line === 'step' || !mayBeDense) return plain();
    const envelope = foldSeries(plot, seriesIdx, first, last, gaps());
    if (envelope.density < DENSE) return plain();
    if (envelope.swingPx >= LEAST_SWING_PX * uPlot.pxRatio) return outline(plot, envelope, colour);
    // The fill of a plain line needs its baseline: uPlot's own builder knows it.
    return hasFill ? plain() : { stroke: path(plot, envelope.runs.map(zigzag)), flags: 0 };
  };
}

/** Where the line breaks, in pixels. */
export function seriesGaps(gaps: () => readonly Gap[]): uPlot.Series.GapsRefiner {
  return (plot, _seriesIdx, first, last) => {
    const times = plot.data[0];
    return gaps()
      .filter(([before, after]) => after >= first && before <= last)
      .map(([before, after]) => [
        plot.valToPos(times[before] ?? 0, 'x', true),
        plot.valToPos(times[after] ?? 0, 'x', true),
      ]);
  };
}

function foldSeries(plot: uPlot, seriesIdx: number, first: number, last: number, gaps: readonly Gap[]): Envelope {
  const { min: from = 0, max: to = 1 } = plot.scales.x ?? {};
  const scale = plot.scales[plot.series[seriesIdx]?.scale ?? 'y0'];
  const { width, height } = plot.bbox;
  const [bottom, top] = scale?.dir === -1 ? [scale.max ?? 1, scale.min ?? 0] : [scale?.min ?? 0, scale?.max ?? 1];
  const perUnit = height / (bottom - top);
  return foldIntoBins({
    times: plot.data[0],
    column: plot.data[seriesIdx] ?? [],
    first,
    last,
    gaps,
    from,
    perSecond: width / (to - from),
    width,
    binPx: BIN_PX * uPlot.pxRatio,
    toY: (value) => (value - top) * perUnit,
  });
}

/** Upper and lower edge as the line, the area between them as the fill. */
function outline(plot: uPlot, { runs }: Envelope, colour: string): uPlot.Series.Paths {
  const edges = runs.flatMap((run) => [upper(run), lower(run)]);
  const areas = runs.map((run) => [...upper(run), ...lower(run).reverse()]);
  const paths = { stroke: path(plot, edges), fill: path(plot, areas), flags: 0 };
  // uPlot takes `_fill` and `_width` from the paths where they are set; its types don't say so.
  return Object.assign(paths, { _fill: withAlpha(colour, ENVELOPE_ALPHA), _width: 1 });
}

type Points = (readonly [x: number, y: number])[];

const upper = (run: readonly Bin[]): Points => run.map(({ x, high }) => [x, high]);
const lower = (run: readonly Bin[]): Points => run.map(({ x, low }) => [x, low]);

/** Both ends of each bin, in its first and its second half: over one another they would make stairs of a slope. */
function zigzag(run: readonly Bin[]): Points {
  const quarter = (BIN_PX * uPlot.pxRatio) / 4;
  return run.flatMap(({ x, high, low, rises }): Points => {
    if (low === high) return [[x, high]];
    const [start, end] = rises ? [low, high] : [high, low];
    return [
      [x - quarter, start],
      [x + quarter, end],
    ];
  });
}

/** One path with a line through each list of points. */
function path({ bbox }: uPlot, lines: readonly Points[]): Path2D {
  const drawn = new Path2D();
  for (const line of lines) {
    for (const [index, [x, y]] of line.entries()) {
      if (index === 0) drawn.moveTo(bbox.left + x, bbox.top + y);
      else drawn.lineTo(bbox.left + x, bbox.top + y);
    }
  }
  return drawn;
}

/** The colour, thin enough to see others through it. */
export function withAlpha(colour: string, alpha: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
}

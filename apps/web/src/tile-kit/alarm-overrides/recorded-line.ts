import type { history } from '@telltale/contract';
import { type LimitPlace, limitPlaces } from '@telltale/domain/expression/limit-places.ts';

export interface RecordedLine {
  /** Milliseconds and values, in order of time. */
  readonly points: readonly (readonly [timeMs: number, value: number])[];
  readonly min: number;
  readonly max: number;
}

/** The numbers of an answer of one series; null: there are not two of them. */
export function recordedLine([times = [], values = []]: history.ColumnarHistory): RecordedLine | null {
  const points = times.flatMap((time, i): [number, number][] => {
    const value = values[i];
    return typeof time === 'number' && typeof value === 'number' ? [[time * 1_000, value]] : [];
  });
  if (points.length < 2) return null;
  const numbers = points.map(([, value]) => value);
  return { points, min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** The limits of an expression; none while it cannot be read. */
export function limitsIn(expression: string): readonly LimitPlace[] {
  try {
    return limitPlaces(expression);
  } catch {
    // It is being written: whoever checks it says what is wrong.
    return [];
  }
}

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Where a limit can be dragged to: over what was recorded and where it stands, in some 200 steps of a round size. */
export function rangeOf(value: number, line: Pick<RecordedLine, 'min' | 'max'> | undefined): SliderRange {
  const around = Math.max(Math.abs(value), 1);
  const low = Math.min(value, line?.min ?? value - around);
  const high = Math.max(value, line?.max ?? value + around);
  const spread = high - low || around;
  const step = roundStep(spread / 200);
  const rounded = (number: number) => Number(number.toPrecision(12));
  return {
    min: rounded(Math.floor((low - spread * 0.1) / step) * step),
    max: rounded(Math.ceil((high + spread * 0.1) / step) * step),
    step,
  };
}

/** 1, 2 or 5 times a power of ten, the next larger one. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 2, 5, 10].find((times) => times * power >= size * 0.999) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** Intervals as stretches of a strip of `size` units: what would overlap there is one. */
export function runsOf(
  intervals: readonly { readonly from: string; readonly to: string }[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  size: number,
): { x: number; width: number }[] {
  const scale = size / Math.max(1, toMs - fromMs);
  const runs: { x: number; width: number }[] = [];
  for (const { from, to } of intervals) {
    const start = Math.max(0, (Math.max(Date.parse(from), fromMs) - fromMs) * scale);
    const width = Math.max(2, (Math.min(Date.parse(to), toMs) - fromMs) * scale - start);
    const x = Math.min(size - width, start);
    const last = runs.at(-1);
    if (last && x <= last.x + last.width + 0.5) last.width = Math.max(last.width, x + width - last.x);
    else runs.push({ x, width });
  }
  return runs;
}

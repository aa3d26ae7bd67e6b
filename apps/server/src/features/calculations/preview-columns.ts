import type { calculations, EpochMs } from '@telltale/contract';
import type { CalculatedPoint } from './calculation-run.ts';

/** As wide as it is drawn: two values of each part. */
const PARTS = 500;

interface Part {
  readonly index: number;
  readonly points: { timeMs: EpochMs; value: number | null }[];
}

/** What was calculated, as it is drawn: of a long course the least and the greatest value of each part of the range. */
export class PreviewColumns {
  readonly #fromMs: EpochMs;
  readonly #partMs: number;
  readonly #parts: Part[] = [];
  #count = 0;
  #without = 0;
  last: NonNullable<calculations.CalculationPreview['last']> | undefined;

  constructor(fromMs: EpochMs, toMs: EpochMs) {
    this.#fromMs = fromMs;
    this.#partMs = Math.max(1, (toMs - fromMs + 1) / PARTS);
  }

  add({ timeMs, value }: CalculatedPoint): void {
    const number = typeof value === 'number' && Number.isFinite(value) ? value : null;
    const text = typeof value === 'string' ? value : null;
    this.#count++;
    if (number === null && text === null) this.#without++;
    this.last = { timestamp: timeMs, value: number, stringValue: text };
    const index = Math.floor((timeMs - this.#fromMs) / this.#partMs);
    let part = this.#parts.at(-1);
    if (part?.index !== index) {
      part = { index, points: [] };
      this.#parts.push(part);
    }
    part.points.push({ timeMs, value: number });
    if (part.points.length > 3) thin(part.points);
  }

  reply(): Omit<calculations.CalculationPreview, 'reason'> {
    const points = this.#parts.flatMap(({ points: ofPart }) => {
      if (ofPart.length > 2) thin(ofPart);
      return ofPart;
    });
    return {
      times: points.map(({ timeMs }) => timeMs / 1_000),
      values: points.map(({ value }) => value),
      count: this.#count,
      without: this.#without,
      last: this.last ?? null,
    };
  }
}

/** Keeps the least and the greatest, in order of time; a gap only where there is nothing else. */
function thin(points: Part['points']): void {
  const numbers = points.filter(({ value }) => value !== null);
  if (numbers.length === 0) {
    points.splice(1);
    return;
  }
  const values = numbers.map(({ value }) => value as number);
  const least = numbers[values.indexOf(Math.min(...values))];
  const greatest = numbers[values.lastIndexOf(Math.max(...values))];
  const kept = points.filter((point) => point === least || point === greatest);
  points.splice(0, points.length, ...kept);
}

import type { ExportPage, WideColumn } from '../export-plan.ts';

/** A page of so many values is worth a group of its own: what a file says of each group is little beside it. */
const WORTH_VALUES = 10_000;

const valuesOf = (page: ExportPage): number => page.timesMs.length * (page.kind === 'wide' ? page.columns.length : 1);

/**
 * Puts pages of few rows together, in their order, for formats whose files are read group by group: values of a day each,
 * exported by the second, would be a group for every row. What is held back is a copy, so pages may be let go of.
 */
export class GatheredPages {
  readonly #worth: number;
  #held: ExportPage[] = [];
  #values = 0;

  constructor(worthValues = WORTH_VALUES) {
    this.#worth = worthValues;
  }

  /** @returns what is to be written now, before the page is let go of */
  add(page: ExportPage): ExportPage[] {
    const [first] = this.#held;
    const before = first && !isOfOneGroup(first, page) ? this.rest() : [];
    if (this.#held.length === 0 && valuesOf(page) >= this.#worth) return [...before, page];
    this.#held.push(joined([page]));
    this.#values += valuesOf(page);
    return this.#values < this.#worth ? before : [...before, ...this.rest()];
  }

  /** @returns what was held back */
  rest(): ExportPage[] {
    const held = this.#held;
    this.#held = [];
    this.#values = 0;
    return held.length > 1 ? [joined(held)] : held;
  }
}

/** Names of the column stand once on a page of a long table. */
function isOfOneGroup(a: ExportPage, b: ExportPage): boolean {
  if (a.kind === 'long') return b.kind === 'long' && a.column === b.column;
  return b.kind === 'wide';
}

function joined(pages: readonly ExportPage[]): ExportPage {
  const timesMs = joinedNumbers(pages.map((page) => page.timesMs));
  const points = pages.reduce((sum, page) => sum + page.points, 0);
  const long = pages.filter((page) => page.kind === 'long');
  const [first] = long;
  if (!first) {
    const wide = pages.filter((page) => page.kind === 'wide');
    const columns = wide[0]?.columns.map((_, at) => joinedColumn(wide.flatMap((page) => page.columns[at] ?? [])));
    return { kind: 'wide', timesMs, columns: columns ?? [], points };
  }
  const { values, texts } = joinedColumn(long.map((page) => ({ ...page, present: null })));
  const qualities = long.flatMap((page) => page.qualities ?? []);
  return {
    ...{ kind: 'long', column: first.column, timesMs, values, texts, points },
    qualities: qualities.length === 0 ? null : joinedBytes(qualities),
  };
}

function joinedColumn(parts: readonly WideColumn[]): WideColumn {
  const hasTexts = parts.some(({ texts }) => texts !== null);
  const hasGaps = parts.some(({ present }) => present !== null);
  return {
    values: joinedNumbers(parts.map(({ values }) => values)),
    present: hasGaps
      ? joinedBytes(parts.map(({ values, present }) => present ?? new Uint8Array(values.length).fill(1)))
      : null,
    texts: hasTexts
      ? parts.flatMap(({ values, texts }) => texts ?? Array.from(values, (): string | null => null))
      : null,
  };
}

function joinedNumbers(parts: readonly Float64Array<ArrayBuffer>[]): Float64Array<ArrayBuffer> {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function joinedBytes(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

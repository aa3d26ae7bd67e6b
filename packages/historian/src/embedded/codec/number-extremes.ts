import type { Extremes, WordReader } from './bit-pack.ts';
import { type ByteReader, DamagedDataError } from './bytes.ts';
import { BLOCKS, DICTIONARY, readDictionary, readUnscaled, scaled, skipBlock } from './numbers-codec.ts';
import { findExtremes } from './residuals.ts';
import { BLOCK } from './times-codec.ts';

/** Points from one index up to another, with the first of the least and of the greatest numbers among them. */
export interface RunExtremes {
  readonly from: number;
  readonly to: number;
  min: number;
  /** -1: there is nothing but NaN. */
  minIndex: number;
  max: number;
  maxIndex: number;
}

/** Runs between cuts, of which nothing is known yet. */
export function runsBetween(cuts: readonly number[]): RunExtremes[] {
  return cuts.slice(1).map((to, i) => ({ from: cuts[i] as number, to, min: 0, minIndex: -1, max: 0, maxIndex: -1 }));
}

const block = new Float64Array(BLOCK);
const found: Extremes = { min: 0, minIndex: 0, max: 0, maxIndex: 0 };
let all = new Float64Array(0);

/** Reads `count` values that `writeNumbers` wrote, and notes the extremes of runs that follow each other. */
export function readExtremesOfNumbers(
  input: ByteReader,
  words: WordReader,
  count: number,
  runs: readonly RunExtremes[],
): void {
  const form = input.u8();
  if (form === DICTIONARY) {
    if (all.length < count) all = new Float64Array(count);
    readDictionary(input, words, all, 0, count);
    for (const run of runs) note(run, all, run.from, run.to, 0, 0);
    return;
  }
  if (form !== BLOCKS) throw new DamagedDataError(`unknown form of numbers ${form}`);
  const first = runs[0]?.from ?? count;
  const last = runs.at(-1)?.to ?? 0;
  let next = 0;
  for (let from = 0; from < count; from += BLOCK) {
    const to = Math.min(from + BLOCK, count);
    const blockForm = input.u8();
    if (to <= first || from >= last) {
      skipBlock(input, words, to - from, blockForm);
      continue;
    }
    const run = runs[next] as RunExtremes;
    if (run.from <= from && run.to >= to) {
      const code = findExtremes(input, words, to - from, blockForm, found);
      if (code >= 0) {
        if (run.to === to) next++;
        take(run, found, from, code);
        continue;
      }
    }
    const exponentCode = readUnscaled(input, words, block, 0, to - from, blockForm);
    for (let at = next; at < runs.length; at++) {
      const run = runs[at] as RunExtremes;
      if (run.from >= to) break;
      if (run.to <= to) next = at + 1;
      note(run, block, Math.max(run.from, from) - from, Math.min(run.to, to) - from, from, exponentCode);
    }
  }
}

/** Takes in values from one place up to another; among equal ones the first stays. */
function note(
  run: RunExtremes,
  values: Float64Array,
  from: number,
  to: number,
  offset: number,
  exponentCode: number,
): void {
  let first = from;
  while (first < to && Number.isNaN(values[first])) first++;
  if (first >= to) return;
  let min = values[first] as number;
  let max = min;
  let minAt = first;
  let maxAt = first;
  for (let i = first + 1; i < to; i++) {
    const value = values[i] as number;
    if (value < min) {
      min = value;
      minAt = i;
    } else if (value > max) {
      max = value;
      maxAt = i;
    }
  }
  found.min = min;
  found.minIndex = minAt;
  found.max = max;
  found.maxIndex = maxAt;
  take(run, found, offset, exponentCode);
}

/** Takes in the extremes of some values that begin at an index. */
function take(
  run: RunExtremes,
  { min, minIndex, max, maxIndex }: Extremes,
  offset: number,
  exponentCode: number,
): void {
  const least = scaled(min, exponentCode);
  const greatest = scaled(max, exponentCode);
  if (run.minIndex < 0 || least < run.min) {
    run.min = least;
    run.minIndex = offset + minIndex;
  }
  if (run.maxIndex < 0 || greatest > run.max) {
    run.max = greatest;
    run.maxIndex = offset + maxIndex;
  }
}

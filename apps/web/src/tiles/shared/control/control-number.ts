import { decimalsOfStep, formatNumber } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';
import { decimalsOf } from '#tiles/shared/reading/value-text.ts';

/** In how many parts a scale is taken whose author names no step. */
const PARTS = 100;
const STEP_FIGURES = 2;

/** How far apart the values are that can be drawn: of a third of a hundredth nobody would read all digits. */
export function stepOf(step: number, { min, max }: { min: number; max: number }): number {
  return step > 0 ? step : Number(((max - min) / PARTS).toPrecision(STEP_FIGURES));
}

/** A number with its unit, to as many decimals as its data item is read with, and never to fewer than it is sent with. */
export function controlNumber(value: number, { display, unit }: Pick<Reading, 'display' | 'unit'>, least = 0): string {
  const decimals = Math.max(display.decimals ?? 0, least, decimalsOfStep(value));
  return `${formatNumber(value, decimals)} ${unit}`.trim();
}

/** What was asked for, with the decimals of the reported value beside it. */
export function askedText(asked: unknown, reading: Reading): string {
  return typeof asked === 'number' ? controlNumber(asked, reading, decimalsOf(reading, null)) : String(asked);
}

import type { HourCell } from '@telltale/domain';
import type { WhySpan } from '#tile-kit/readings/why-mark.ts';

/** Marks what is drawn of an hour, of one day or of all of them. */
export function hourMark(hour: number, day?: string): { 'data-hour': number; 'data-day'?: string } {
  return { 'data-hour': hour, ...(day === undefined ? {} : { 'data-day': day }) };
}

/** The hours that a place stands for, the newest first. */
export function spansAt(target: Element, cells: readonly HourCell[], endMs: number): WhySpan[] {
  const { hour, day } = target.closest<HTMLElement | SVGElement>('[data-hour]')?.dataset ?? {};
  return cells
    .filter((cell) => (hour === undefined || cell.hour === Number(hour)) && (day === undefined || cell.day === day))
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, endMs) }))
    .reverse();
}

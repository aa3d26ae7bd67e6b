import type { SeriesKey } from '../../port.ts';
import type { Block } from '../staging/block.ts';
import type { Staged } from '../staging/staged-log.ts';

/** The hours of each series that a write concerns; null: it may be any. */
export type WrittenHours = ReadonlyMap<SeriesKey, ReadonlySet<number>> | null;

/** What is on its way to the server. */
export class Written {
  readonly staged: Staged;
  readonly #hourMs: number;
  #hours: WrittenHours | undefined;

  constructor(staged: Staged, hourMs: number) {
    this.staged = staged;
    this.#hourMs = hourMs;
  }

  get hours(): WrittenHours {
    this.#hours ??= this.staged.kind === 'operation' ? null : hoursOf(this.staged, this.#hourMs);
    return this.#hours;
  }
}

function hoursOf(block: Block, hourMs: number): WrittenHours {
  const hours = new Map<SeriesKey, Set<number>>();
  let last = { key: Number.NaN, hour: Number.NaN };
  block.forEach((key, timeMs) => {
    const hour = Math.floor(timeMs / hourMs);
    if (key === last.key && hour === last.hour) return;
    last = { key, hour };
    const known = hours.get(key);
    if (known) known.add(hour);
    else hours.set(key, new Set([hour]));
  });
  return hours;
}

import type { BrokerRule } from '@telltale/contract';
import { TimeReader, type Zone, zoneOf } from '../csv/csv-time.ts';

type TimeRule = NonNullable<BrokerRule['time']>;

const UNITS_MS: Readonly<Record<Exclude<TimeRule['format'], 'text'>, number>> = {
  s: 1_000,
  ms: 1,
  us: 1 / 1_000,
  ns: 1 / 1_000_000,
};
/** Half a microsecond: what doubles of today's times lack, and no unit that is a whole number has. */
const LACKING_MS = 5e-4;
const NUMBER = /^\d{1,19}(?:\.\d{1,9})?$/;

/** Reads the times of messages in the format of a rule. */
export class RuleTime {
  readonly #format: TimeRule['format'];
  readonly #zone: Zone | undefined;

  /** @throws CsvError when there is no such time zone */
  constructor({ format, zone }: Pick<TimeRule, 'format' | 'zone'>) {
    this.#format = format;
    this.#zone = format === 'text' ? zoneOf(zone) : undefined;
  }

  /** Whole milliseconds since 1970; undefined: it is no such time. */
  read(value: unknown): number | undefined {
    if (this.#zone !== undefined) return typeof value === 'string' ? new TimeReader(this.#zone).read(value) : undefined;
    const text = typeof value === 'string' ? value.trim() : value;
    const number = typeof text === 'string' && NUMBER.test(text) ? Number(text) : text;
    if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
    return Math.floor(number * UNITS_MS[this.#format as keyof typeof UNITS_MS] + LACKING_MS);
  }
}

import type { EpochMs, UserId } from '@telltale/contract';
import { shownCause } from '@telltale/domain/units/shown-cause.ts';
import { causeNumbersOf } from '#expressions/kept-cause-numbers.ts';
import type { AlertItem } from '../alert-delivery-repository.ts';
import { OPENING_KINDS } from '../alert-news.ts';
import type { Recipient } from '../alert-recipient-repository.ts';
import { type AlertReader, type FirstOut, PLAIN_READER } from './alert-reader.ts';

export interface AlertReadersOptions {
  recipient: (userId: UserId) => Promise<Recipient | undefined>;
  /** What the floods began with in which alarms were raised, as far as a user sees them. */
  firstOutsOf: (userId: UserId, raisedMs: readonly EpochMs[]) => Promise<readonly FirstOut[]>;
}

/** Who is told: times in their zone, values in their units. */
export class AlertReaders {
  readonly #options: AlertReadersOptions;

  constructor(options: AlertReadersOptions) {
    this.#options = options;
  }

  async of({ userId, zone, units }: Recipient, items: readonly AlertItem[]): Promise<AlertReader> {
    return {
      zone,
      // A message of many things tells no causes.
      firstOuts: items.length > 1 ? await this.#firstOuts(userId, items) : [],
      causeOf: ({ cause, causeNumbers }) =>
        units === undefined ? cause : shownCause(cause, causeNumbersOf(causeNumbers), units),
    };
  }

  async ofUser(userId: UserId, items: readonly AlertItem[]): Promise<AlertReader> {
    const user = await this.#options.recipient(userId);
    return user ? this.of(user, items) : PLAIN_READER;
  }

  async #firstOuts(userId: UserId, items: readonly AlertItem[]): Promise<readonly FirstOut[]> {
    const opened = items.filter(({ source, kind }) => source === 'alarm' && OPENING_KINDS.includes(kind));
    if (opened.length === 0) return [];
    const raisedMs = new Set(opened.map(({ occurrenceMs }) => occurrenceMs));
    return this.#options.firstOutsOf(userId, [...raisedMs]);
  }
}

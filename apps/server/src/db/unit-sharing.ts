import type { Kysely } from 'kysely';
import type { JournalEntryInput } from '#journal/journal.ts';
import type { Database } from './schema.ts';

/** A word of a unit to everybody who keeps some of it in memory. */
export interface Told {
  readonly topic: string;
  readonly data: unknown;
}

/** How units of work are those of a portal of several nodes. */
export interface UnitSharing {
  /** A unit of this process begins; none other is under way. */
  begins(): void;
  /** It has ended, whatever became of it. */
  ended(): void;
  /** Waits, within the transaction and before anything is read in it, until the unit has the turn of all nodes. */
  takeTurn(trx: Kysely<Database>): Promise<void>;
  /** Writes down what it tells, with it, and answers the numbers of the rows. */
  write(trx: Kysely<Database>, told: readonly Told[]): Promise<readonly number[]>;
  /** It has committed: begins its effects once those of all earlier units have begun here. */
  settle(ids: readonly number[], effects: () => Promise<void>): Promise<void>;
  /** Resolves when every node that lives has heard of it. */
  heardByAll(ids: readonly number[]): Promise<void>;
}

/** What the journal's entries tell everybody; in parts, since a unit may note thousands. */
export function toldOf(entries: readonly JournalEntryInput[], most = 500): Told[] {
  const told = entries.map(({ kind, assetId }) => ({ kind, ...(assetId === undefined ? {} : { assetId }) }));
  const parts: Told[] = [];
  for (let from = 0; from < told.length; from += most) {
    parts.push({ topic: 'records', data: told.slice(from, from + most) });
  }
  return parts;
}

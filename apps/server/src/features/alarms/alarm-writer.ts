import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Actor, Journal, JournalEntryInput } from '#journal/journal.ts';
import { pause } from '#pause.ts';
import type { AlarmRepository, AlarmState, AlarmTransition } from './alarm-repository.ts';
import { type AlarmPlace, AlarmPlaceRepository } from './engine/alarm-places.ts';

export interface AlarmWriterOptions {
  db: Kysely<Database>;
  alarms: AlarmRepository;
  journal: Journal;
  clock: Clock;
  log: Log;
  /** Called with what was written, once it is. */
  onWritten: (states: readonly AlarmState[]) => void;
  /**
   * Where the alarms of these assets are now, or of all: it is written with what happened to them. Undefined: this is the
   * only process, and a start begins with what is stored.
   */
  placesOf?: (assetIds: ReadonlySet<AssetId> | 'all') => readonly AlarmPlace[];
}

/** Between two writes: what changes in between goes down together, and the disk has peace. */
const MIN_GAP_MS = 25;
const RETRY_MS = 1_000;

interface Told {
  transition: AlarmTransition;
  by: Actor;
}

interface Pending {
  states: Map<string, AlarmState>;
  transitions: Told[];
  /** The last of the transitions of each alarm: a flood is not searched for them. */
  last: Map<string, Told>;
  /** Transitions of a transaction that may have been kept or not: the answer to its commit never came. */
  inDoubt: ReadonlySet<Told>;
  /** Where all alarms are is to be written, though nothing may have happened to them. */
  hasPlaces: boolean;
  waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

const NONE: ReadonlySet<Told> = new Set();
const nothing = (): Pending => ({
  ...{ states: new Map(), transitions: [], last: new Map() },
  ...{ inDoubt: NONE, hasPlaces: false, waiting: [] },
});
const keyOf = ({ assetId, alarmDefinitionId }: AlarmState) => `${assetId} ${alarmDefinitionId}`;

/** Writes down what happens to alarms, many changes in one transaction, and tells of it afterwards. */
export class AlarmWriter {
  readonly #options: AlarmWriterOptions;
  #pending = nothing();
  #running: Promise<void> | undefined;
  #closing = new AbortController();
  #isFailing = false;

  constructor(options: AlarmWriterOptions) {
    this.#options = options;
  }

  /** Keeps how an alarm is now, and what happened to it if something did. */
  note(state: AlarmState, transition?: AlarmTransition, by: Actor = { name: 'telltale' }): void {
    this.#pending.states.set(keyOf(state), { ...state });
    if (transition) this.#add(transition, by);
    this.#running ??= this.#run();
  }

  /** Keeps where alarms are, with whatever else is to be written. */
  notePlaces(): void {
    this.#pending.hasPlaces = true;
    this.#running ??= this.#run();
  }

  /** Resolves when everything noted so far is in the database. */
  written(): Promise<void> {
    if (!this.#running) return Promise.resolve();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pending.waiting.push({ resolve, reject });
    return promise;
  }

  /** Writes what is left; what cannot be written by now is found again by evaluating at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  #add(transition: AlarmTransition, by: Actor): void {
    // A condition that flutters faster than the disk writes is one entry with its count, not thousands.
    const { transitions, last } = this.#pending;
    const key = keyOf(transition);
    const before = last.get(key);
    if (transition.kind === 'again' && before?.transition.kind === 'again') {
      Object.assign(before.transition, transition);
      return;
    }
    const told = { transition, by };
    transitions.push(told);
    last.set(key, told);
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.states.size > 0 || this.#pending.hasPlaces || this.#pending.waiting.length > 0) {
      const taken = this.#pending;
      this.#pending = nothing();
      try {
        await this.#write(taken, this.#placesOf(taken));
        if (this.#isFailing) this.#options.log.info('alarms can be written again');
        this.#isFailing = false;
        if (taken.states.size > 0) this.#options.onWritten([...taken.states.values()]);
        for (const { resolve } of taken.waiting) resolve();
        await pause(MIN_GAP_MS, this.#closing.signal);
      } catch (error) {
        if (!this.#isFailing)
          this.#options.log.error({ err: error }, 'alarms cannot be written; they are kept until they can');
        this.#isFailing = true;
        for (const { reject } of taken.waiting) reject(error);
        this.#putBack(taken);
        if (this.#closing.signal.aborted) break;
        await pause(RETRY_MS, this.#closing.signal);
      }
    }
    this.#running = undefined;
  }

  #placesOf({ states, hasPlaces }: Pending): readonly AlarmPlace[] {
    const { placesOf } = this.#options;
    if (!placesOf) return [];
    return placesOf(hasPlaces ? 'all' : new Set([...states.values()].map(({ assetId }) => assetId)));
  }

  async #write(taken: Pending, places: readonly AlarmPlace[]): Promise<void> {
    const { db, journal, clock } = this.#options;
    const { states, transitions, inDoubt } = taken;
    let isWritten = false;
    let appended: readonly Told[] | undefined;
    try {
      await inTransaction(db, async (trx) => {
        const alarms = this.#options.alarms.within(trx);
        // What was deleted in the meantime has no row to refer to.
        const assetIds = [
          ...new Set([...states.values(), ...transitions.map((one) => one.transition)].map((s) => s.assetId)),
        ];
        const existing = await alarms.listExisting(assetIds);
        const definitions = await existingDefinitions(trx, [...states.values()]);
        const kept = [...states.values()].filter(
          (state) => existing.has(state.assetId) && definitions.has(state.alarmDefinitionId),
        );
        const told = transitions.filter(({ transition }) => existing.has(transition.assetId));
        // Waits for a transaction in doubt that is still under way: it holds these rows.
        await alarms.save(kept, clock.now());
        const doubted = told.find((one) => inDoubt.has(one));
        isWritten = doubted !== undefined && (await alarms.hasTransition(doubted.transition));
        const fresh = isWritten ? told.filter((one) => !inDoubt.has(one)) : told;
        await alarms.append(fresh.map(({ transition }) => transition));
        await journal.appendAll(fresh.map(entryOf), trx);
        await new AlarmPlaceRepository(trx).save(places);
        appended = fresh;
      });
    } catch (error) {
      if (isWritten) taken.transitions = transitions.filter((one) => !inDoubt.has(one));
      if (appended) taken.inDoubt = new Set(appended);
      throw error;
    }
  }

  #putBack(taken: Pending): void {
    const newer = this.#pending;
    this.#pending = {
      states: new Map([...taken.states, ...newer.states]),
      transitions: [...taken.transitions, ...newer.transitions],
      // What may be written already is not changed any more.
      last: new Map([...[...taken.last].filter(([, told]) => !taken.inDoubt.has(told)), ...newer.last]),
      inDoubt: taken.inDoubt,
      hasPlaces: taken.hasPlaces || newer.hasPlaces,
      waiting: newer.waiting,
    };
  }
}

async function existingDefinitions(
  db: Kysely<Database>,
  states: readonly AlarmState[],
): Promise<Set<AlarmDefinitionId>> {
  const ids = [...new Set(states.map(({ alarmDefinitionId }) => alarmDefinitionId))];
  const rows = await db
    .selectFrom('alarm_definitions')
    .select('alarm_definition_id')
    .where(isOneOf('alarm_definition_id', ids))
    .execute();
  return new Set(rows.map((row) => row.alarm_definition_id as AlarmDefinitionId));
}

function entryOf({ transition, by }: { transition: AlarmTransition; by: Actor }): JournalEntryInput {
  const { assetId, alarmDefinitionId, kind, name, note, status, count, cause, timeMs } = transition;
  return {
    kind: 'alarm',
    assetId: assetId as AssetId,
    what: `alarm ${alarmDefinitionId} ${name} ${kind === 'again' ? 'raised again' : kind}`,
    after: { status, count, cause, at: new Date(timeMs).toISOString(), ...(note === '' ? {} : { note }) },
    by,
  };
}

import type { AlarmDefinitionId, AssetId, alarmLists, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { type Actor, actorOf } from '#journal/journal.ts';
import type { AlarmBook } from '../alarm-book.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AlarmState } from '../alarm-repository.ts';
import { refuseShelvingUntil } from '../shelving-time.ts';

export interface AlarmActsOptions {
  book: AlarmBook;
  definition: (alarmDefinitionId: AlarmDefinitionId) => AlarmDefinitionRecord | undefined;
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** Resolves when what was done to alarms is in the database. */
  written: () => Promise<void>;
  clock: Clock;
}

interface ActedAlarm {
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  raised?: string | undefined;
  isShelved: boolean;
}

export interface ActInput {
  act: alarmLists.AlarmAct;
  note: string;
  until?: string | undefined;
  alarms: readonly ActedAlarm[];
}

type Outcome = { outcome: alarmLists.ActOutcome; by: string };

interface Act {
  kind: alarmLists.AlarmAct;
  note: string;
  untilMs: EpochMs;
  by: Actor;
  nowMs: EpochMs;
}

const ACKNOWLEDGED = 2;
const DONE: Outcome = { outcome: 'done', by: '' };

/** What somebody does with many alarms at once. */
export class AlarmActs {
  readonly #options: AlarmActsOptions;

  constructor(options: AlarmActsOptions) {
    this.#options = options;
  }

  /**
   * Does it to every alarm to which it can be done, and says of each whether somebody else was first. All of it happens
   * between two changes of anything else, and is written down together.
   * @throws HttpError 404 when one of the assets is out of scope, and then nothing is done; 400 without what the act needs
   */
  async act(caller: Caller, { act, note, until, alarms }: ActInput) {
    const { book, clock, definition, written } = this.#options;
    const untilMs = act === 'shelve' ? shelvingTime(until, clock.now()) : 0;
    if (act === 'comment' && note.trim() === '') throw badRequest('A comment needs a text.', { field: 'note' });
    for (const assetId of new Set(alarms.map((alarm) => alarm.assetId))) {
      await this.#options.requireAsset(caller, assetId);
    }
    const wanted: Act = { kind: act, note, untilMs, by: actorOf(caller), nowMs: clock.now() };
    const outcomes = alarms.map((alarm) => {
      const { assetId, alarmDefinitionId } = alarm;
      const state = book.find(assetId, alarmDefinitionId);
      const known = definition(alarmDefinitionId);
      const outcome = state && known ? this.#one(alarm, state, known, wanted) : { outcome: 'gone' as const, by: '' };
      return { assetId, alarmDefinitionId, ...outcome };
    });
    await written();
    return outcomes;
  }

  #one(seen: ActedAlarm, state: AlarmState, definition: AlarmDefinitionRecord, act: Act): Outcome {
    const { book } = this.#options;
    const { kind, note, by, nowMs, untilMs } = act;
    const gone: Outcome = { outcome: 'gone', by: book.lastActor(state) };
    if (seen.raised !== undefined && Date.parse(seen.raised) !== state.raisedMs) return gone;
    if (kind === 'comment') {
      book.comment(state, definition, nowMs, by, note);
      return DONE;
    }
    if (kind === 'unshelve') {
      if (state.shelvedUntilMs === null) return gone;
      book.unshelve(state, definition, nowMs, by);
      return DONE;
    }
    if (state.status === null) return gone;
    if (kind === 'acknowledge') {
      if (state.status === ACKNOWLEDGED) return { outcome: 'already', by: state.acknowledgedBy };
      book.acknowledge(state, definition, nowMs, by, note);
    } else if (kind === 'close') {
      book.close(state, definition, nowMs, by, note);
    } else {
      if (state.shelvedUntilMs !== null && !seen.isShelved) return { outcome: 'already', by: state.shelvedBy };
      book.shelve(state, definition, nowMs, by, { untilMs, note });
    }
    return DONE;
  }
}

function shelvingTime(until: string | undefined, nowMs: EpochMs): EpochMs {
  if (until === undefined) throw badRequest('Shelving needs a time until when.', { field: 'until' });
  const untilMs = Date.parse(until);
  refuseShelvingUntil(untilMs, nowMs);
  return untilMs;
}

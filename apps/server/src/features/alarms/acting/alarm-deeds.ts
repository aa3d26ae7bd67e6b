import type { AlarmDefinitionId, AssetId, alarmLists, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Actor } from '#journal/journal.ts';
import type { AlarmBook } from '../alarm-book.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AlarmState } from '../alarm-repository.ts';

/** An alarm as whoever does something with it has seen it. */
export interface ActedAlarm {
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  /** When it was raised; undefined: whenever that was. */
  raised?: string | undefined;
  /** It is known to be shelved, and is to be so until another time. */
  isShelved: boolean;
}

export interface AlarmDeed {
  kind: alarmLists.AlarmAct;
  note: string;
  /** Of shelving; else 0. */
  untilMs: EpochMs;
  by: Actor;
  alarms: readonly ActedAlarm[];
}

export interface DeedOutcome {
  outcome: alarmLists.ActOutcome;
  /** Who was first; '': nobody was, or it is not known. */
  by: string;
  /** How the alarm was right after it; undefined: there is none. */
  after: AlarmState | undefined;
}

/** Where things are done with alarms: here, or where their assets are evaluated. */
export interface AlarmDeeds {
  /**
   * Does something with many alarms, and says of each, in their order, whether somebody else was first. Resolves when it is in the database. What is
   * done in one process is done between two changes of anything else, and written down together.
   */
  do(deed: AlarmDeed): Promise<DeedOutcome[]>;
}

export interface BookDeedsOptions {
  book: AlarmBook;
  definition: (alarmDefinitionId: AlarmDefinitionId) => AlarmDefinitionRecord | undefined;
  /** Resolves when what was done to alarms is in the database. */
  written: () => Promise<void>;
  clock: Clock;
}

const ACKNOWLEDGED = 2;

type Outcome = Omit<DeedOutcome, 'after'>;

const DONE: Outcome = { outcome: 'done', by: '' };

/** Does it in this process' own book. */
export class BookDeeds implements AlarmDeeds {
  readonly #options: BookDeedsOptions;

  constructor(options: BookDeedsOptions) {
    this.#options = options;
  }

  async do(deed: AlarmDeed): Promise<DeedOutcome[]> {
    const { book, clock, definition, written } = this.#options;
    const nowMs = clock.now();
    const outcomes = deed.alarms.map((alarm): DeedOutcome => {
      const state = book.find(alarm.assetId, alarm.alarmDefinitionId);
      const known = definition(alarm.alarmDefinitionId);
      if (!state || !known) return { outcome: 'gone', by: '', after: undefined };
      return { ...this.#one(alarm, state, known, deed, nowMs), after: { ...state } };
    });
    await written();
    return outcomes;
  }

  #one(
    seen: ActedAlarm,
    state: AlarmState,
    definition: AlarmDefinitionRecord,
    { kind, note, by, untilMs }: AlarmDeed,
    nowMs: EpochMs,
  ): Outcome {
    const { book } = this.#options;
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

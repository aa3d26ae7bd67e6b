import type { AlarmDefinitionId, AssetId, alarms, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { actorOf } from '#journal/journal.ts';
import type { AlarmBook } from './alarm-book.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import { toAlarm, toTransition } from './alarm-replies.ts';
import type { AlarmRepository, AlarmState, TransitionFilter } from './alarm-repository.ts';
import { refuseShelvingUntil } from './shelving-time.ts';

const ACKNOWLEDGED = 2;

export interface AlarmServiceOptions {
  book: AlarmBook;
  alarms: AlarmRepository;
  definition: (alarmDefinitionId: AlarmDefinitionId) => AlarmDefinitionRecord | undefined;
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** Resolves when what was done to alarms is in the database. */
  written: () => Promise<void>;
  clock: Clock;
}

/** What users see of alarms and do with them. */
export class AlarmService {
  readonly #options: AlarmServiceOptions;

  constructor(options: AlarmServiceOptions) {
    this.#options = options;
  }

  /** The severest first, of equal ones the newest. */
  async listOfAsset(caller: Caller, assetId: AssetId): Promise<alarms.Alarm[]> {
    await this.#options.requireAsset(caller, assetId);
    return this.openAlarmsOf(assetId);
  }

  /** The same for an asset that was found to be in sight. */
  openAlarmsOf(assetId: AssetId): alarms.Alarm[] {
    const open = this.#options.book.listOpen(assetId).flatMap((state) => this.#reply(state) ?? []);
    return open.sort((a, b) => b.severity - a.severity || Date.parse(b.raised) - Date.parse(a.raised));
  }

  /** Of all assets in sight, newest first. */
  list(
    caller: Caller,
    {
      alarmDefinitionId,
      limit,
      offset,
    }: { alarmDefinitionId?: AlarmDefinitionId | undefined; limit: number; offset: number },
  ): alarms.Alarm[] {
    return [...this.#options.book.awake()]
      .filter((state) => state.status !== null && caller.visibility.canSee(state.assetId))
      .filter((state) => alarmDefinitionId === undefined || state.alarmDefinitionId === alarmDefinitionId)
      .sort((a, b) => b.raisedMs - a.raisedMs || a.assetId - b.assetId || a.alarmDefinitionId - b.alarmDefinitionId)
      .slice(offset, offset + limit)
      .flatMap((state) => this.#reply(state) ?? []);
  }

  async listTransitions(
    caller: Caller,
    filter: TransitionFilter,
  ): Promise<{ total: number; transitions: alarms.AlarmTransition[] }> {
    await this.#options.requireAsset(caller, filter.assetId);
    const [transitions, total] = await this.#options.alarms.listTransitions(filter);
    return { total, transitions: transitions.map(toTransition) };
  }

  /** Resolves when everything that has happened so far is in the database. */
  settled(): Promise<void> {
    return this.#options.written();
  }

  /** @throws HttpError 404 when it is not open */
  async close(caller: Caller, assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, note: string): Promise<void> {
    const { state, definition } = await this.#open(caller, assetId, alarmDefinitionId);
    this.#options.book.close(state, definition, this.#options.clock.now(), actorOf(caller), note);
    await this.#options.written();
  }

  /** @returns which were open */
  async closeAll(caller: Caller, assetId: AssetId, note: string): Promise<AlarmDefinitionId[]> {
    await this.#options.requireAsset(caller, assetId);
    const closed: AlarmDefinitionId[] = [];
    for (const state of this.#options.book.listOpen(assetId)) {
      const definition = this.#options.definition(state.alarmDefinitionId);
      if (!definition) continue;
      this.#options.book.close(state, definition, this.#options.clock.now(), actorOf(caller), note);
      closed.push(state.alarmDefinitionId);
    }
    await this.#options.written();
    return closed;
  }

  async acknowledge(
    caller: Caller,
    assetId: AssetId,
    alarmDefinitionId: AlarmDefinitionId,
    note: string,
  ): Promise<alarms.Alarm> {
    const { state, definition } = await this.#open(caller, assetId, alarmDefinitionId);
    // Of two at once the first has acknowledged it, and the second is told who that was.
    if (state.status === ACKNOWLEDGED) return this.#written(state, definition);
    this.#options.book.acknowledge(state, definition, this.#options.clock.now(), actorOf(caller), note);
    return this.#written(state, definition);
  }

  /** @throws HttpError 400 for a time that is past or more than a year ahead */
  async shelve(
    caller: Caller,
    assetId: AssetId,
    alarmDefinitionId: AlarmDefinitionId,
    shelving: { untilMs: EpochMs; note: string },
  ): Promise<alarms.Alarm> {
    const { state, definition } = await this.#open(caller, assetId, alarmDefinitionId);
    const nowMs = this.#options.clock.now();
    refuseShelvingUntil(shelving.untilMs, nowMs);
    this.#options.book.shelve(state, definition, nowMs, actorOf(caller), shelving);
    return this.#written(state, definition);
  }

  /** @throws HttpError 404 when it is not shelved */
  async unshelve(caller: Caller, assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): Promise<void> {
    await this.#options.requireAsset(caller, assetId);
    const state = this.#options.book.find(assetId, alarmDefinitionId);
    const definition = this.#options.definition(alarmDefinitionId);
    if (!state || !definition || state.shelvedUntilMs === null) throw notFound('The alarm');
    this.#options.book.unshelve(state, definition, this.#options.clock.now(), actorOf(caller));
    await this.#options.written();
  }

  async #open(caller: Caller, assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) {
    await this.#options.requireAsset(caller, assetId);
    const state = this.#options.book.findOpen(assetId, alarmDefinitionId);
    const definition = this.#options.definition(alarmDefinitionId);
    if (!state || !definition) throw notFound('The alarm');
    return { state, definition };
  }

  async #written(state: AlarmState, definition: AlarmDefinitionRecord): Promise<alarms.Alarm> {
    const alarm = toAlarm(state, definition);
    await this.#options.written();
    if (!alarm) throw notFound('The alarm');
    return alarm;
  }

  #reply(state: AlarmState): alarms.Alarm | undefined {
    const definition = this.#options.definition(state.alarmDefinitionId);
    return definition && toAlarm(state, definition);
  }
}

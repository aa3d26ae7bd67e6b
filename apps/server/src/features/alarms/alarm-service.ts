import type { AlarmDefinitionId, AssetId, alarms, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { actorOf } from '#journal/journal.ts';
import type { AlarmDeed, AlarmDeeds, DeedOutcome } from './acting/alarm-deeds.ts';
import type { AlarmBook } from './alarm-book.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import { toAlarm, toTransition } from './alarm-replies.ts';
import type { AlarmRepository, AlarmState, TransitionFilter } from './alarm-repository.ts';
import { refuseShelvingUntil } from './shelving-time.ts';

export interface AlarmServiceOptions {
  book: Pick<AlarmBook, 'findOpen' | 'listOpen' | 'awake'>;
  deeds: AlarmDeeds;
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
    await this.#requireOpen(caller, assetId, alarmDefinitionId);
    await this.#do(caller, { kind: 'close', note }, assetId, [alarmDefinitionId]);
  }

  /** @returns which were open */
  async closeAll(caller: Caller, assetId: AssetId, note: string): Promise<AlarmDefinitionId[]> {
    await this.#options.requireAsset(caller, assetId);
    const open = this.#options.book.listOpen(assetId).map(({ alarmDefinitionId }) => alarmDefinitionId);
    const known = open.filter((alarmDefinitionId) => this.#options.definition(alarmDefinitionId) !== undefined);
    const done = await this.#do(caller, { kind: 'close', note }, assetId, known);
    return known.filter((_, n) => done[n]?.outcome === 'done');
  }

  async acknowledge(
    caller: Caller,
    assetId: AssetId,
    alarmDefinitionId: AlarmDefinitionId,
    note: string,
  ): Promise<alarms.Alarm> {
    await this.#requireOpen(caller, assetId, alarmDefinitionId);
    // Of two at once the first has acknowledged it, and the second is told who that was.
    const [done] = await this.#do(caller, { kind: 'acknowledge', note }, assetId, [alarmDefinitionId]);
    return this.#after(done);
  }

  /** @throws HttpError 400 for a time that is past or more than a year ahead */
  async shelve(
    caller: Caller,
    assetId: AssetId,
    alarmDefinitionId: AlarmDefinitionId,
    { untilMs, note }: { untilMs: EpochMs; note: string },
  ): Promise<alarms.Alarm> {
    await this.#requireOpen(caller, assetId, alarmDefinitionId);
    refuseShelvingUntil(untilMs, this.#options.clock.now());
    const [done] = await this.#do(caller, { kind: 'shelve', note, untilMs }, assetId, [alarmDefinitionId]);
    return this.#after(done);
  }

  /** @throws HttpError 404 when it is not shelved */
  async unshelve(caller: Caller, assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): Promise<void> {
    await this.#options.requireAsset(caller, assetId);
    const [done] = await this.#do(caller, { kind: 'unshelve', note: '' }, assetId, [alarmDefinitionId]);
    if (done?.outcome !== 'done') throw notFound('The alarm');
  }

  /** What is known here may be a moment behind where it is done: that says what became of it. */
  #do(
    caller: Caller,
    deed: { kind: AlarmDeed['kind']; note: string; untilMs?: EpochMs },
    assetId: AssetId,
    definitions: readonly AlarmDefinitionId[],
  ): Promise<DeedOutcome[]> {
    const wanted = definitions.map((alarmDefinitionId) => ({ assetId, alarmDefinitionId, isShelved: true }));
    return this.#options.deeds.do({ untilMs: 0, ...deed, by: actorOf(caller), alarms: wanted });
  }

  async #requireOpen(caller: Caller, assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): Promise<void> {
    await this.#options.requireAsset(caller, assetId);
    const state = this.#options.book.findOpen(assetId, alarmDefinitionId);
    if (!state || !this.#options.definition(alarmDefinitionId)) throw notFound('The alarm');
  }

  #after(done: DeedOutcome | undefined): alarms.Alarm {
    const alarm = done?.after && this.#reply(done.after);
    if (!alarm) throw notFound('The alarm');
    return alarm;
  }

  #reply(state: AlarmState): alarms.Alarm | undefined {
    const definition = this.#options.definition(state.alarmDefinitionId);
    return definition && toAlarm(state, definition);
  }
}

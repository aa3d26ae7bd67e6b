import type { AlarmDefinitionId, AssetId, alarms, EpochMs } from '@telltale/contract';
import type { Actor } from '#journal/journal.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import type { AlarmState, AlarmTransition } from './alarm-repository.ts';
import type { AlarmWriter } from './alarm-writer.ts';
import type { AssetShare } from './engine/asset-shares.ts';
import type { AlarmCause } from './engine/cause-numbers.ts';

const PORTAL: Actor = { name: 'telltale' };
const OPEN = 1;
const ACKNOWLEDGED = 2;
const ESCALATED = 3;

/** Every alarm as it is now, in memory. What changes one goes through here, and from here to the database. */
export class AlarmBook {
  readonly #writer: AlarmWriter;
  readonly #byAsset = new Map<AssetId, Map<AlarmDefinitionId, AlarmState>>();
  /** Those that time may change: open or shelved. */
  readonly #awake = new Set<AlarmState>();
  readonly #lastActors = new WeakMap<AlarmState, string>();
  readonly #onOpened: (state: AlarmState) => void;

  constructor(writer: AlarmWriter, onOpened: (state: AlarmState) => void = () => undefined) {
    this.#writer = writer;
    this.#onOpened = onOpened;
  }

  restore(states: readonly AlarmState[]): void {
    for (const state of states) this.#put({ ...state });
  }

  /** Takes over how the alarms of some assets were written down; what was known of these is forgotten. */
  replace(share: AssetShare, states: readonly AlarmState[]): void {
    for (const assetId of [...this.#byAsset.keys()]) if (share.has(assetId)) this.forgetAsset(assetId);
    this.restore(states.filter(({ assetId }) => share.has(assetId)));
  }

  /**
   * Takes over how alarms are, of which another node has written it down.
   * @returns those that were not known to be so
   */
  follow(states: readonly AlarmState[]): AlarmState[] {
    return states.filter((state) => {
      const known = this.find(state.assetId, state.alarmDefinitionId);
      if (known && isSame(known, state)) return false;
      const isOpened = state.status !== null && (!known || known.status === null || known.raisedMs !== state.raisedMs);
      this.#put({ ...state });
      if (isOpened) this.#onOpened(state);
      return true;
    });
  }

  find(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): AlarmState | undefined {
    return this.#byAsset.get(assetId)?.get(alarmDefinitionId);
  }

  /** The alarm if it is open. */
  findOpen(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): AlarmState | undefined {
    const state = this.find(assetId, alarmDefinitionId);
    return state && state.status !== null ? state : undefined;
  }

  listOpen(assetId: AssetId): AlarmState[] {
    const states = this.#byAsset.get(assetId);
    return states === undefined ? [] : [...states.values()].filter(({ status }) => status !== null);
  }

  /** Open and shelved alarms of an asset. */
  awakeOf(assetId: AssetId): AlarmState[] {
    return [...(this.#byAsset.get(assetId)?.values() ?? [])].filter((state) => this.#awake.has(state));
  }

  /** Open and shelved alarms of all assets. */
  awake(): Iterable<AlarmState> {
    return this.#awake;
  }

  /** The condition came to count. */
  conditionTrue(definition: AlarmDefinitionRecord, assetId: AssetId, atMs: EpochMs, cause: AlarmCause): void {
    const { alarmDefinitionId } = definition;
    const known = this.find(assetId, alarmDefinitionId);
    if (known && known.status !== null) {
      known.active = true;
      known.count++;
      known.lastRaisedMs = atMs;
      known.cause = cause.text;
      known.causeNumbers = cause.numbers;
      this.#tell(known, definition, 'again', atMs);
      return;
    }
    const shelving = known ?? { shelvedUntilMs: null, shelvedNote: '', shelvedBy: '' };
    const { shelvedUntilMs, shelvedNote, shelvedBy } = shelving;
    const state: AlarmState = {
      assetId,
      alarmDefinitionId,
      status: OPEN,
      active: true,
      raisedMs: atMs,
      lastRaisedMs: atMs,
      count: 1,
      cause: cause.text,
      causeNumbers: cause.numbers,
      shelvedUntilMs,
      shelvedNote,
      shelvedBy,
      acknowledgedBy: '',
      acknowledgedMs: null,
    };
    this.#tell(this.#put(state), definition, 'raised', atMs);
    this.#onOpened(state);
  }

  /** The condition ceased to count. */
  conditionFalse(definition: AlarmDefinitionRecord, assetId: AssetId, atMs: EpochMs): void {
    const state = this.find(assetId, definition.alarmDefinitionId);
    if (!state) return;
    state.active = false;
    if (state.status !== null && definition.selfAck === 1) this.#end(state, definition, 'closed', atMs, PORTAL, '');
    else this.#writer.note(state);
  }

  close(state: AlarmState, definition: AlarmDefinitionRecord, atMs: EpochMs, by: Actor, note: string): void {
    this.#end(state, definition, 'closed', atMs, by, note);
  }

  acknowledge(state: AlarmState, definition: AlarmDefinitionRecord, atMs: EpochMs, by: Actor, note: string): void {
    state.status = ACKNOWLEDGED;
    state.acknowledgedBy = by.name;
    state.acknowledgedMs = atMs;
    this.#tell(state, definition, 'acknowledged', atMs, by, note);
  }

  shelve(
    state: AlarmState,
    definition: AlarmDefinitionRecord,
    atMs: EpochMs,
    by: Actor,
    shelving: { untilMs: EpochMs; note: string },
  ): void {
    state.shelvedUntilMs = shelving.untilMs;
    state.shelvedNote = shelving.note;
    state.shelvedBy = by.name;
    this.#tell(state, definition, 'shelved', atMs, by, shelving.note);
  }

  unshelve(state: AlarmState, definition: AlarmDefinitionRecord, atMs: EpochMs, by: Actor = PORTAL): void {
    state.shelvedUntilMs = null;
    state.shelvedNote = '';
    state.shelvedBy = '';
    this.#tell(state, definition, 'unshelved', atMs, by);
  }

  /** Somebody says something of it. */
  comment(state: AlarmState, definition: AlarmDefinitionRecord, atMs: EpochMs, by: Actor, note: string): void {
    this.#tell(state, definition, 'commented', atMs, by, note);
  }

  /** Who did the last thing to an alarm since the start; empty: nobody has. */
  lastActor(state: AlarmState): string {
    return this.#lastActors.get(state) ?? '';
  }

  /** What the passing of time does: shelving ends, alarms expire, and escalate unless somebody has seen them. */
  pass(state: AlarmState, definition: AlarmDefinitionRecord, nowMs: EpochMs): void {
    if (state.shelvedUntilMs !== null && nowMs >= state.shelvedUntilMs) this.unshelve(state, definition, nowMs);
    if (state.status === null) return;
    const { escalation, expiration } = definition;
    const openMs = nowMs - state.raisedMs;
    if (expiration > 0 && openMs >= expiration * 1_000) {
      this.#end(state, definition, 'expired', nowMs, PORTAL, '');
      return;
    }
    if (state.status !== OPEN || state.shelvedUntilMs !== null) return;
    if (escalation <= 0 || openMs < escalation * 1_000) return;
    state.status = ESCALATED;
    this.#tell(state, definition, 'escalated', nowMs);
  }

  /**
   * The definition is gone, and with it its alarms.
   * @param isMine the others are closed by another node
   */
  drop(
    definition: AlarmDefinitionRecord,
    nowMs: EpochMs,
    by: Actor,
    isMine: (assetId: AssetId) => boolean = () => true,
  ): void {
    for (const [assetId, states] of this.#byAsset) {
      const state = states.get(definition.alarmDefinitionId);
      if (!state) continue;
      if (state.status !== null && isMine(assetId)) {
        this.#end(state, definition, 'closed', nowMs, by, 'the alarm definition was deleted');
      }
      states.delete(definition.alarmDefinitionId);
      this.#awake.delete(state);
      if (states.size === 0) this.#byAsset.delete(assetId);
    }
  }

  forgetAsset(assetId: AssetId): void {
    for (const state of this.#byAsset.get(assetId)?.values() ?? []) this.#awake.delete(state);
    this.#byAsset.delete(assetId);
  }

  #end(
    state: AlarmState,
    definition: AlarmDefinitionRecord,
    kind: 'closed' | 'expired',
    atMs: EpochMs,
    by: Actor,
    note: string,
  ): void {
    state.status = null;
    this.#tell(state, definition, kind, atMs, by, note);
  }

  #tell(
    state: AlarmState,
    definition: AlarmDefinitionRecord,
    kind: alarms.AlarmTransitionKind,
    timeMs: EpochMs,
    by: Actor = PORTAL,
    note = '',
  ): void {
    this.#watch(state);
    this.#lastActors.set(state, by.name);
    const { name, reason, severity } = definition;
    const transition: AlarmTransition = { ...state, kind, timeMs, user: by.name, note, name, reason, severity };
    this.#writer.note(state, transition, by);
  }

  #put(state: AlarmState): AlarmState {
    const states = this.#byAsset.get(state.assetId) ?? new Map<AlarmDefinitionId, AlarmState>();
    const known = states.get(state.alarmDefinitionId);
    if (known) this.#awake.delete(known);
    states.set(state.alarmDefinitionId, state);
    this.#byAsset.set(state.assetId, states);
    this.#watch(state);
    return state;
  }

  #watch(state: AlarmState): void {
    if (state.status !== null || state.shelvedUntilMs !== null) this.#awake.add(state);
    else this.#awake.delete(state);
  }
}

function isSame(one: AlarmState, other: AlarmState): boolean {
  return (Object.keys(one) as (keyof AlarmState)[]).every((key) => one[key] === other[key]);
}

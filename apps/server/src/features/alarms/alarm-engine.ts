import type { AlarmDefinitionId, AssetDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import type { AssetEvent } from '#asset-events.ts';
import type { LiveFeed, LiveSink } from '#ingest/live-feed.ts';
import { APART_MS } from '#ingest/time/arrival-time.ts';
import type { Actor } from '#journal/journal.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import type { WatchableAsset } from './alarm-plans.ts';
import type { AlarmState } from './alarm-repository.ts';
import type { AlarmRun } from './alarm-run.ts';
import type { AlarmEngineOptions } from './engine/alarm-engine-options.ts';
import { AlarmsBehind, Behind } from './engine/alarms-behind.ts';
import type { AssetShare } from './engine/asset-shares.ts';
import { causeOf } from './engine/cause-numbers.ts';
import { ChangedAttributes } from './engine/changed-attributes.ts';
import { EachSecond } from './engine/each-second.ts';
import { InOrder } from './engine/in-order.ts';
import { PassingTime } from './engine/passing-time.ts';
import { inTurns, RunsInTime } from './engine/runs-in-time.ts';
import { ConditionReplay } from './past/condition-replay.ts';
import type { SeriesReader } from './past/past-reader.ts';
import { readingsOf, replayPast, takeUp } from './taking-up.ts';
import { type RunHost, WatchedAsset } from './watched-asset.ts';

/** Assets whose history is read at the same time at a start. */
const WARMED_AT_ONCE = 32;

/**
 * Evaluates alarm conditions: when a variable has a new value, once that is on disk, and once a second where time alone
 * may change them (spec 3 §7). The time of a change is that of the value that made it.
 */
export class AlarmEngine implements LiveFeed, RunHost {
  readonly #options: AlarmEngineOptions;
  readonly #watched = new Map<AssetId, WatchedAsset>();
  readonly #inTime = new RunsInTime();
  readonly #changedAttributes = new ChangedAttributes();
  readonly #behind = new AlarmsBehind();
  readonly #time: PassingTime;
  readonly #seconds: EachSecond;
  readonly #changes: InOrder;
  #definitions = new Map<AlarmDefinitionId, AlarmDefinitionRecord>();
  #isClosed = false;

  constructor(options: AlarmEngineOptions) {
    this.#options = options;
    this.#time = new PassingTime(options);
    this.#seconds = new EachSecond(() => this.look(), options);
    this.#changes = new InOrder(options.log);
  }

  /** Takes up every alarm as it was when the portal stopped, and evaluates what has changed since. */
  async start(): Promise<void> {
    await this.#options.units.read();
    this.#options.book.restore(await this.#options.alarms.list());
    const assets = await this.#options.assets.list();
    await this.#readDefinitions();
    await this.#watch(assets, 0);
    if (this.#options.looksEachSecond) this.#seconds.start();
  }

  /**
   * Begins with assets that another node evaluated until now, where that one was: with their alarms as they were written,
   * and the values and the past of that place. What came since is told next, and `followNow` is called behind it.
   * @param passedMs until when time had passed for them
   */
  takeOver(share: AssetShare, past: SeriesReader, passedMs: EpochMs): Promise<void> {
    return this.#changes.do(async () => {
      const { book, alarms, assets, shares } = this.#options;
      const states = await alarms.list();
      shares?.add(share);
      this.#behind.add(new Behind(share, new ConditionReplay(past), passedMs));
      book.replace(share, states);
      await this.#watch(
        (await assets.list()).filter(({ assetId }) => share.has(assetId)),
        0,
      );
    });
  }

  /** Time passes for assets that are behind: as late it was when what is told next came. */
  passBehind(share: AssetShare, timeMs: EpochMs): void {
    const behind = this.#behind.ofShare(share);
    if (!behind || timeMs <= behind.passedMs) return;
    for (const assetId of behind.assets) {
      for (const run of this.#runs(assetId)) if (run.dependsOnTime || run.isListed) this.pass(run, timeMs);
      for (const state of this.#options.book.awakeOf(assetId)) this.#passState(state, timeMs);
    }
    behind.passedMs = timeMs;
  }

  /** All that came while nobody evaluated these assets is told: they go on with everybody else. */
  followNow(share: AssetShare): Promise<void> {
    return this.#changes.do(async () => {
      const behind = this.#behind.ofShare(share);
      if (!behind) return;
      this.passBehind(share, this.#time.nowMs());
      this.#behind.remove(share);
      for (const run of [...behind.assets].flatMap((assetId) => this.#runs(assetId))) {
        const flank = behind.disagreement(run, this.#options.book.find(run.assetId, run.definition.alarmDefinitionId));
        if (flank) this.#apply(run, flank);
      }
    });
  }

  /** Until when time has passed for the alarms of these assets; undefined: nothing of them was evaluated here. */
  passedMs(share: AssetShare): EpochMs | undefined {
    return this.#options.shares?.passedMs(share, this.#behind.ofShare(share)?.passedMs ?? this.#time.passedMs);
  }

  /** Another node is to evaluate these. */
  letGo(share: AssetShare): Promise<void> {
    return this.#changes.do(async () => {
      this.#options.shares?.remove(share, this.passedMs(share));
      this.#behind.remove(share);
      for (const assetId of [...this.#watched.keys()]) if (!this.#isMine(assetId)) this.#unwatch(assetId);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#seconds.close();
    await this.#changes.close();
  }

  /** Resolves when every change that was told so far is watched. */
  caughtUp(): Promise<void> {
    return this.#changes.done();
  }

  sinkFor(assetId: AssetId): LiveSink | undefined {
    return this.#watched.get(assetId);
  }

  definition(alarmDefinitionId: AlarmDefinitionId): AlarmDefinitionRecord | undefined {
    return this.#definitions.get(alarmDefinitionId);
  }

  /** The alarms of an asset with their conditions as they are in force for it, also where another node evaluates them. */
  async runsOf(assetId: AssetId): Promise<readonly AlarmRun[]> {
    const runs = this.#watched.get(assetId)?.runs;
    if (runs !== undefined || this.#isMine(assetId)) return runs ?? [];
    const { assets, plans } = this.#options;
    const asset = await assets.find(assetId);
    return asset ? plans.runsOf(this.#definitions.values(), asset, (id) => this.#isActive(assetId, id)) : [];
  }

  /** Definitions, or overrides of assets, of these kinds changed. */
  definitionsChanged(assetDefinitionIds: ReadonlySet<AssetDefinitionId>): Promise<void> {
    return this.#changes.do(async () => {
      this.#options.plans.forgetTold();
      await this.#readDefinitions();
      const assets = await this.#options.assets.list();
      await this.#watch(assets.filter(({ assetDefinitionId }) => assetDefinitionIds.has(assetDefinitionId)));
    });
  }

  /** A definition was deleted: its open alarms close. */
  definitionDeleted(definition: AlarmDefinitionRecord, by: Actor): Promise<void> {
    return this.#changes.do(async () => {
      this.#definitions.delete(definition.alarmDefinitionId);
      this.#options.book.drop(definition, this.#options.clock.now(), by, (assetId) => this.#isMine(assetId));
      this.#options.onDefinitions();
      const assets = await this.#options.assets.list();
      await this.#watch(assets.filter((asset) => asset.assetDefinitionId === definition.assetDefinitionId));
    });
  }

  assetChanged(event: AssetEvent): void {
    this.#options.units.assetChanged(event);
    if (event.kind === 'deleted') {
      this.#unwatch(event.assetId);
      this.#options.book.forgetAsset(event.assetId);
    }
    if (event.kind === 'attributes-changed' && this.#changedAttributes.add(event)) {
      this.#changes.soon('alarms do not follow the attributes that they read', () => this.#followAttributes());
    }
    if (event.kind !== 'created') return;
    const { assetId } = event;
    this.#changes.soon('the alarms of a new asset are not watched', async () => {
      const asset = await this.#options.assets.find(assetId);
      if (asset) await this.#watch([asset]);
    });
  }

  /** Alarms that read what has changed begin anew: what they counted was counted with what it was. */
  async #followAttributes(): Promise<void> {
    const assetIds = this.#changedAttributes.take((assetId) => this.#runs(assetId));
    const assets = await Promise.all(assetIds.map((assetId) => this.#options.assets.find(assetId)));
    await this.#watch(assets.filter((asset) => asset !== undefined));
  }

  #runs(assetId: AssetId): readonly AlarmRun[] {
    return this.#watched.get(assetId)?.runs ?? [];
  }

  #isActive(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): boolean {
    return this.#options.book.find(assetId, alarmDefinitionId)?.active ?? false;
  }

  #isMine(assetId: AssetId): boolean {
    return this.#options.shares?.has(assetId) ?? true;
  }

  async #readDefinitions(): Promise<void> {
    const list = await this.#options.definitions.list();
    this.#definitions = new Map(list.map((definition) => [definition.alarmDefinitionId, definition]));
    this.#options.onDefinitions();
  }

  /** @param notBeforeMs what is found to be true now came to be so then at the earliest: a new definition has no past */
  async #watch(assets: readonly WatchableAsset[], notBeforeMs = this.#options.clock.now()): Promise<void> {
    const mine = assets.filter(({ assetId }) => this.#isMine(assetId));
    const plans = await this.#options.plans.of(this.#definitions.values(), mine);
    for (let first = 0; first < plans.length; first += WARMED_AT_ONCE) {
      const some = plans.slice(first, first + WARMED_AT_ONCE).map(async ({ assetId, definitions, alarms }) => {
        const ofAsset = alarms((id) => this.#isActive(assetId, id));
        const runs = definitions.map((definition) => ofAsset.run(definition));
        await this.#start(assetId, runs, notBeforeMs);
      });
      await Promise.all(some);
    }
  }

  /** Begins to watch an asset: with its current values, and the past that functions over time look back at. */
  async #start(assetId: AssetId, runs: readonly AlarmRun[], notBeforeMs: EpochMs): Promise<void> {
    const { book, clock, slotsOf } = this.#options;
    const behind = this.#behind.begin(assetId);
    const { replay } = behind ?? this.#options;
    const now = () => behind?.passedMs ?? clock.now();
    const changed = await replayPast(runs, slotsOf(assetId), now(), (run, { sinceMs, untilMs, nowMs }) =>
      replay.warm(run, sinceMs, untilMs, (id) => book.find(assetId, id)?.lastRaisedMs ?? nowMs),
    );
    this.#unwatch(assetId);
    if (runs.length === 0) return;
    const asset = new WatchedAsset(assetId, runs, this);
    const nowMs = now();
    this.#watched.set(assetId, asset);
    for (const run of runs) {
      this.#inTime.add(run);
      const last = takeUp(run, readingsOf(run, slotsOf(assetId)), nowMs, notBeforeMs > 0) ?? changed.get(run);
      // While its past was read it may have come to count, or ceased to; what the book says now is what is compared.
      const known = this.#isActive(assetId, run.definition.alarmDefinitionId);
      const atMs = Math.max(last?.atMs ?? nowMs, notBeforeMs);
      if (behind) behind.turned(run, atMs);
      else if (run.isActive !== known) this.#apply(run, { active: run.isActive, atMs });
      this.#inTime.wait(run);
    }
  }

  #unwatch(assetId: AssetId): void {
    for (const run of this.#runs(assetId)) this.#inTime.remove(run);
    this.#watched.delete(assetId);
  }

  /** Lets time pass for an alarm to shortly before a moment. */
  pass(run: AlarmRun, timeMs: EpochMs): void {
    run.skipTo(this.#time.leftOutUntilMs(timeMs));
    for (const flank of run.passUntil(timeMs)) this.#apply(run, flank);
    this.#inTime.wait(run);
  }

  evaluate(run: AlarmRun, timeMs: EpochMs): void {
    for (const flank of run.update(timeMs)) this.#apply(run, flank);
    this.#inTime.wait(run);
  }

  #apply(run: AlarmRun, { active, atMs }: Flank): void {
    const { book, clock, units } = this.#options;
    // A device may be ahead of the server; what happens here happens now at the latest, but for what was spread over the
    // next milliseconds because it came without times.
    const timeMs = Math.min(atMs, clock.now() + APART_MS);
    const state = book.find(run.assetId, run.definition.alarmDefinitionId);
    if (this.#behind.of(run.assetId)?.isKnown(run, state, { active, atMs: timeMs })) return;
    if (active) book.conditionTrue(run.definition, run.assetId, timeMs, causeOf(run, units));
    else book.conditionFalse(run.definition, run.assetId, timeMs);
  }

  /** Lets time pass for all that time alone may change. */
  async look(): Promise<void> {
    const { book, clock } = this.#options;
    const isOver = () => this.#isClosed;
    await this.#time.pass(async (nowMs) => {
      await this.#inTime.each(isOver, (run) => {
        if (!this.#behind.of(run.assetId)) this.pass(run, nowMs);
      });
      await inTurns(book.awake(), isOver, (state) => {
        if (!this.#behind.of(state.assetId)) this.#passState(state, clock.now());
      });
    });
  }

  #passState(state: AlarmState, nowMs: EpochMs): void {
    const definition = this.#definitions.get(state.alarmDefinitionId);
    if (definition && this.#isMine(state.assetId)) this.#options.book.pass(state, definition, nowMs);
  }
}

import type { AlarmDefinitionId, AssetDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import type { AssetEvent } from '#asset-events.ts';
import type { LiveFeed, LiveSink } from '#ingest/live-feed.ts';
import { APART_MS } from '#ingest/time/arrival-time.ts';
import type { Actor } from '#journal/journal.ts';
import type { AlarmDefinitionRecord } from './alarm-definition-repository.ts';
import type { WatchableAsset } from './alarm-plans.ts';
import type { AlarmRun } from './alarm-run.ts';
import type { AlarmEngineOptions } from './engine/alarm-engine-options.ts';
import type { AssetShare } from './engine/asset-shares.ts';
import { ChangedAttributes } from './engine/changed-attributes.ts';
import { mustReplay, newestGoodMs, readingsOf, takeUp, untilNextSecond } from './taking-up.ts';
import { type RunHost, WatchedAsset } from './watched-asset.ts';

/** After a longer sleep of the machine only the last of it is looked at, second by second. */
const MAX_PASSED_MS = 300_000;
/** Alarms that are looked at in one go each second; the event loop has its turn in between. */
const RUNS_PER_TURN = 2_000;
/** Assets whose history is read at the same time at a start. */
const WARMED_AT_ONCE = 32;

/**
 * Evaluates alarm conditions: when a variable has a new value, once that is on disk, and once a second where time alone
 * may change them (spec 3 §7). The time of a change is that of the value that made it.
 */
export class AlarmEngine implements LiveFeed, RunHost {
  readonly #options: AlarmEngineOptions;
  readonly #watched = new Map<AssetId, WatchedAsset>();
  readonly #timed = new Set<AlarmRun>();
  readonly #waiting = new Set<AlarmRun>();
  readonly #changedAttributes = new ChangedAttributes();
  #definitions = new Map<AlarmDefinitionId, AlarmDefinitionRecord>();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #changing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: AlarmEngineOptions) {
    this.#options = options;
  }

  /** Takes up every alarm as it was when the portal stopped, and evaluates what has changed since. */
  async start(): Promise<void> {
    this.#options.book.restore(await this.#options.alarms.list());
    const assets = await this.#options.assets.list();
    await this.#readDefinitions();
    await this.#watch(assets, 0);
    if (this.#options.looksEachSecond) this.#schedule();
  }

  /**
   * Begins with assets that another node evaluated until now, as a start does: with their alarms as they were written,
   * and what is stored.
   */
  takeOver(share: AssetShare): Promise<void> {
    return this.#change(async () => {
      const { book, alarms, assets, shares } = this.#options;
      const states = await alarms.list();
      shares?.add(share);
      book.replace(share, states);
      await this.#watch(
        (await assets.list()).filter(({ assetId }) => share.has(assetId)),
        0,
      );
    });
  }

  /** Another node is to evaluate these. */
  letGo(share: AssetShare): Promise<void> {
    return this.#change(async () => {
      this.#options.shares?.remove(share);
      for (const assetId of [...this.#watched.keys()]) if (!this.#isMine(assetId)) this.#unwatch(assetId);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#ticking;
    await this.#changing;
  }

  /** Resolves when every change that was told so far is watched. */
  caughtUp(): Promise<void> {
    return this.#changing;
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
    const { assets, book, plans } = this.#options;
    const asset = await assets.find(assetId);
    const isActive = (id: AlarmDefinitionId) => book.find(assetId, id)?.active ?? false;
    return asset ? plans.runsOf(this.#definitions.values(), asset, isActive) : [];
  }

  /** Definitions, or overrides of assets, of these kinds changed. */
  definitionsChanged(assetDefinitionIds: ReadonlySet<AssetDefinitionId>): Promise<void> {
    return this.#change(async () => {
      this.#options.plans.forgetTold();
      await this.#readDefinitions();
      const assets = await this.#options.assets.list();
      await this.#watch(assets.filter(({ assetDefinitionId }) => assetDefinitionIds.has(assetDefinitionId)));
    });
  }

  /** A definition was deleted: its open alarms close. */
  definitionDeleted(definition: AlarmDefinitionRecord, by: Actor): Promise<void> {
    return this.#change(async () => {
      this.#definitions.delete(definition.alarmDefinitionId);
      this.#options.book.drop(definition, this.#options.clock.now(), by, (assetId) => this.#isMine(assetId));
      this.#options.onDefinitions();
      const assets = await this.#options.assets.list();
      await this.#watch(assets.filter((asset) => asset.assetDefinitionId === definition.assetDefinitionId));
    });
  }

  assetChanged(event: AssetEvent): void {
    if (event.kind === 'deleted') {
      this.#unwatch(event.assetId);
      this.#options.book.forgetAsset(event.assetId);
    }
    if (event.kind === 'attributes-changed') this.#attributesChanged(event);
    if (event.kind !== 'created') return;
    const { assetId } = event;
    void this.#change(async () => {
      const asset = await this.#options.assets.find(assetId);
      if (asset) await this.#watch([asset]);
    }).catch((error: unknown) => {
      this.#options.log.error({ err: error, assetId }, 'the alarms of a new asset are not watched');
    });
  }

  /** Alarms that read one of these attributes begin anew: what they counted was counted with what it was. */
  #attributesChanged(event: Extract<AssetEvent, { kind: 'attributes-changed' }>): void {
    if (!this.#changedAttributes.add(event)) return;
    void this.#change(() => this.#followAttributes()).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'alarms do not follow the attributes that they read');
    });
  }

  async #followAttributes(): Promise<void> {
    const assets: WatchableAsset[] = [];
    for (const [assetId, names] of this.#changedAttributes.take()) {
      const runs = this.#watched.get(assetId)?.runs ?? [];
      if (!runs.some(({ attributes }) => [...names].some((name) => attributes.has(name)))) continue;
      const asset = await this.#options.assets.find(assetId);
      if (asset) assets.push(asset);
    }
    if (assets.length > 0) await this.#watch(assets);
  }

  /** One change after another: each sees what the one before has done. */
  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(() => (this.#isClosed ? undefined : work()));
    this.#changing = done.catch(() => undefined);
    return done;
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
        const ofAsset = alarms((id) => this.#options.book.find(assetId, id)?.active ?? false);
        await this.#start(
          assetId,
          definitions.map((definition) => ofAsset.run(definition)),
          notBeforeMs,
        );
      });
      await Promise.all(some);
    }
  }

  /** Begins to watch an asset: with its current values, and the past that functions over time look back at. */
  async #start(assetId: AssetId, runs: readonly AlarmRun[], notBeforeMs: EpochMs): Promise<void> {
    const changed = new Map<AlarmRun, Flank>();
    const { book, clock, replay, slotsOf } = this.#options;
    for (const run of runs) {
      const readings = readingsOf(run, slotsOf(assetId));
      if (!mustReplay(run, readings)) continue;
      // What comes now may still have the time of the second that has just ended.
      const nowMs = Math.max(clock.now() - 1, ...readings.map(({ slot }) => slot.timeMs));
      const newestMs = newestGoodMs(readings);
      // Where time alone changes nothing, nothing is looked at after the last value: what comes late has its own time.
      const isStill = !run.dependsOnTime && newestMs !== Number.NEGATIVE_INFINITY;
      // A bad value may stand where good ones came before it, which count all the same.
      const untilMs = isStill ? Math.max(...readings.map(({ slot }) => slot.timeMs)) : nowMs;
      const sinceMs = Math.max(newestMs, untilMs - MAX_PASSED_MS);
      const warmed = await replay.warm(run, sinceMs, untilMs, (id) => book.find(assetId, id)?.lastRaisedMs ?? nowMs);
      const last = (isStill ? run.passUntil(nowMs + 1).at(-1) : undefined) ?? warmed;
      if (last) changed.set(run, last);
    }
    this.#unwatch(assetId);
    if (runs.length === 0) return;
    const asset = new WatchedAsset(assetId, runs, this);
    const nowMs = clock.now();
    this.#watched.set(assetId, asset);
    for (const run of runs) {
      if (run.dependsOnTime) this.#timed.add(run);
      const last = takeUp(run, readingsOf(run, slotsOf(assetId)), nowMs, notBeforeMs > 0) ?? changed.get(run);
      // While its past was read it may have come to count, or ceased to; what the book says now is what is compared.
      const known = book.find(assetId, run.definition.alarmDefinitionId)?.active ?? false;
      const atMs = Math.max(last?.atMs ?? nowMs, notBeforeMs);
      if (run.isActive !== known) this.#apply(run, { active: run.isActive, atMs });
      this.#wait(run);
    }
  }

  #unwatch(assetId: AssetId): void {
    for (const run of this.#watched.get(assetId)?.runs ?? []) {
      this.#timed.delete(run);
      this.#waiting.delete(run);
    }
    this.#watched.delete(assetId);
  }

  /** Lets time pass for an alarm to shortly before a moment. */
  pass(run: AlarmRun, timeMs: EpochMs): void {
    run.skipTo(timeMs - MAX_PASSED_MS);
    for (const flank of run.passUntil(timeMs)) this.#apply(run, flank);
    this.#wait(run);
  }

  evaluate(run: AlarmRun, timeMs: EpochMs): void {
    for (const flank of run.update(timeMs)) this.#apply(run, flank);
    this.#wait(run);
  }

  #wait(run: AlarmRun): void {
    const { isWaiting } = run;
    if (isWaiting === run.isListed) return;
    run.isListed = isWaiting;
    if (isWaiting) this.#waiting.add(run);
    else this.#waiting.delete(run);
  }

  #apply(run: AlarmRun, { active, atMs }: Flank): void {
    const { book, clock } = this.#options;
    // A device may be ahead of the server; what happens here happens now at the latest, but for what was spread over the
    // next milliseconds because it came without times.
    const timeMs = Math.min(atMs, clock.now() + APART_MS);
    if (active) book.conditionTrue(run.definition, run.assetId, timeMs, run.cause());
    else book.conditionFalse(run.definition, run.assetId, timeMs);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#ticking = this.look()
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'alarms could not be looked at'))
        .finally(() => this.#schedule());
    }, untilNextSecond(this.#options.clock.now())).unref();
  }

  /** Lets time pass for all that time alone may change. */
  async look(): Promise<void> {
    const { book, clock } = this.#options;
    let count = 0;
    for (const runs of [this.#timed, this.#waiting]) {
      for (const run of [...runs]) {
        if (this.#isClosed) return;
        if (runs.has(run)) this.pass(run, clock.now());
        if (++count % RUNS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    for (const state of [...book.awake()]) {
      if (this.#isClosed) return;
      if (++count % RUNS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      const definition = this.#definitions.get(state.alarmDefinitionId);
      if (definition && this.#isMine(state.assetId)) book.pass(state, definition, clock.now());
    }
  }
}

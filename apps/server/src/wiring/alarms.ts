import {
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  type EpochMs,
  permissionId,
} from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { ScopeRepository } from '#features/access/scope-repository.ts';
import { BookDeeds } from '#features/alarms/acting/alarm-deeds.ts';
import { AlarmBook } from '#features/alarms/alarm-book.ts';
import { AlarmDefinitionRepository } from '#features/alarms/alarm-definition-repository.ts';
import { AlarmDefinitionService } from '#features/alarms/alarm-definition-service.ts';
import { AlarmEngine } from '#features/alarms/alarm-engine.ts';
import { AlarmOverrideRepository } from '#features/alarms/alarm-override-repository.ts';
import { AlarmPlans } from '#features/alarms/alarm-plans.ts';
import { toAlarm } from '#features/alarms/alarm-replies.ts';
import type { AlarmState } from '#features/alarms/alarm-repository.ts';
import { alarmRoutes } from '#features/alarms/alarm-routes.ts';
import { AlarmService } from '#features/alarms/alarm-service.ts';
import { AlarmWriter } from '#features/alarms/alarm-writer.ts';
import { CureService } from '#features/alarms/cure/cure-service.ts';
import { RuleChanges } from '#features/alarms/cure/rule-change.ts';
import { AlarmPlaceRepository } from '#features/alarms/engine/alarm-places.ts';
import { AssetShares } from '#features/alarms/engine/asset-shares.ts';
import { ItemUnits } from '#features/alarms/engine/item-units.ts';
import { type FirstOut, firstOutsOf } from '#features/alarms/floods/first-outs.ts';
import { FloodFinder } from '#features/alarms/floods/flood-finder.ts';
import { FloodListService } from '#features/alarms/floods/flood-list-service.ts';
import { OpeningLog } from '#features/alarms/floods/opening-log.ts';
import { NO_PLACES, recentPlaces, type Structure } from '#features/alarms/floods/slot-places.ts';
import { alarmHealthRoutes } from '#features/alarms/health/alarm-health-routes.ts';
import { AlarmHealthService } from '#features/alarms/health/alarm-health-service.ts';
import { EndsUnderWay } from '#features/alarms/health/ends-under-way.ts';
import { OccurrenceReader } from '#features/alarms/health/occurrence-reader.ts';
import { OccurrenceRepository } from '#features/alarms/health/occurrence-repository.ts';
import { AlarmActs } from '#features/alarms/list/alarm-acts.ts';
import { AlarmCourse } from '#features/alarms/list/alarm-course.ts';
import { alarmListRoutes } from '#features/alarms/list/alarm-list-routes.ts';
import { AlarmListService } from '#features/alarms/list/alarm-list-service.ts';
import { AlarmTally } from '#features/alarms/list/alarm-tally.ts';
import type { AssetFacts } from '#features/alarms/list/asset-facts.ts';
import { PastAlarmRepository } from '#features/alarms/list/past-alarm-repository.ts';
import { BacktestService } from '#features/alarms/past/backtest-service.ts';
import { ConditionReplay } from '#features/alarms/past/condition-replay.ts';
import { TrialThreads } from '#features/alarms/past/trial-threads.ts';
import type { AssetEntry } from '#features/assets/asset-directory.ts';
import { ItemUnitRepository } from '#features/definitions/item-unit-repository.ts';
import { type Caller, holds } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import { openAlarmsOfNodes, placesOfAlarms } from './nodes/alarms.ts';
import { labelSource, type Repositories } from './repositories.ts';

/** Alarms: what raises them, how they are now, and what users do with them. */
export interface Alarms {
  readonly alarmEngine: AlarmEngine;
  readonly alarmService: AlarmService;
  readonly alarmActs: AlarmActs;
  /** How an alarm is at this moment; undefined: it was never raised. */
  readonly alarmNow: (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) => AlarmState | undefined;
  readonly alarmDefinitionService: AlarmDefinitionService;
  /** What the floods of the last day began with in which alarms were raised, as far as somebody sees them. */
  readonly firstOuts: (caller: Caller, raisedMs: readonly EpochMs[]) => Promise<readonly FirstOut[]>;
  /** The alarms in sight that have ended, what ended last first. */
  readonly pastAlarms: AlarmListService['pastInSight'];
  readonly alarmRoutes: readonly Route[];
  /** Calls the listener whenever something that happened to alarms was written down. */
  whenWritten(listener: () => void): void;
}

const VIEW_SYSTEMS = permissionId('Systems', 'View');

/** `looksEachSecond` and `alarmShares` as in `ContextOptions`. */
export interface AlarmOptions {
  looksEachSecond?: boolean;
  alarmShares?: AssetShares;
}

/** Puts the alarms together; they are evaluated once `alarmEngine.start()` was called. */
export function openAlarms(
  { db, work, journal, clock, log, closing, news, cluster }: Foundation,
  repositories: Repositories,
  { historian, registry, liveHub, feeds, partitions }: Ingest,
  { assetReader, dataItemService, definitionScope }: Equipment,
  { looksEachSecond = true, alarmShares = partitions && new AssetShares() }: AlarmOptions = {},
): Alarms {
  const { alarms, assets, attributes } = repositories;
  const definitions = new AlarmDefinitionRepository(db);
  const overrides = new AlarmOverrideRepository(db);
  const writtenListeners: (() => void)[] = [];
  const writer = new AlarmWriter({
    db,
    alarms,
    journal,
    clock,
    log,
    ...(partitions && { placesOf: (assetIds) => placesOfAlarms(partitions, engine, assetIds) }),
    onWritten: (states) => {
      show(states);
      ofNodes?.tell(states);
    },
  });
  const show = (states: readonly AlarmState[]) => {
    for (const state of states) {
      const { assetId, alarmDefinitionId } = state;
      const definition = engine.definition(alarmDefinitionId);
      const alarm = (definition && toAlarm(state, definition)) ?? null;
      liveHub.alarmChanged(assetId, alarmDefinitionId, { assetId, alarmDefinitionId, alarm });
    }
    recount(new Set(states.map(({ assetId }) => assetId)));
    for (const listener of writtenListeners) listener();
  };
  const book: AlarmBook = new AlarmBook(writer, (state) => openings.opened(state));
  const occurrences = new OccurrenceRepository(db);
  const ends = new EndsUnderWay({
    repository: occurrences,
    awake: () => book.awake(),
    written: () => writer.written(),
  });
  const reader = new OccurrenceReader({ repository: occurrences, ends });
  const openings = new OpeningLog({ reader, clock });
  const tally = new AlarmTally({
    awakeOf: (assetId) => book.awakeOf(assetId),
    awake: () => book.awake(),
    severityOf: (alarmDefinitionId) => engine.definition(alarmDefinitionId)?.severity,
  });
  const recount = (assetIds: ReadonlySet<AssetId>) => {
    for (const assetId of assetIds) tally.recount(assetId);
    liveHub.alarmsChanged(assetIds);
  };
  liveHub.attachAlarmSummaries((visibility) => tally.summary(visibility));
  const labels = labelSource(repositories);
  const replay = new ConditionReplay(historian);
  const slotsOf = (assetId: AssetId) => registry.find(assetId)?.slots() ?? [];
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const plans = new AlarmPlans({ overrides, labels, attributesOf: (ids) => attributes.listOfAssets(ids), zone, log });
  const itemUnits = new ItemUnitRepository(db);
  const units = new ItemUnits({
    read: async () => ({
      ofAssets: await itemUnits.listOfAssets(),
      ofDefinitions: await itemUnits.listOfDefinitions(),
      usual: await itemUnits.listUsual(),
    }),
    log,
  });
  const sources = { definitions, plans, alarms, assets, slotsOf, replay, units };
  const engine: AlarmEngine = new AlarmEngine({
    ...sources,
    book,
    clock,
    looksEachSecond,
    ...(alarmShares && { shares: alarmShares }),
    ...(partitions && { waitingSinceMs: () => partitions.waitingSinceMs }),
    log,
    onDefinitions: () => {
      const before = [...tally.assetIds()];
      tally.recountAll();
      openings.touch();
      liveHub.alarmsChanged(new Set([...before, ...tally.assetIds()]));
    },
  });
  news.alarmDefinitions.subscribe((change) =>
    change.kind === 'changed'
      ? engine.definitionsChanged(new Set(change.assetDefinitionIds))
      : engine.definitionDeleted(change.definition, change.by),
  );
  feeds.push(engine);
  closing.defer(async () => {
    await engine.close();
    await writer.close();
  });
  news.assets.subscribe((event) => {
    engine.assetChanged(event);
    if (event.kind !== 'deleted') return;
    recount(new Set([event.assetId]));
    openings.touch();
  });

  const requireAsset = (caller: Caller, assetId: AssetId) => assetReader.entry(caller, assetId);
  const definitionOfAsset = async (caller: Caller, assetId: AssetId) =>
    (await requireAsset(caller, assetId)).asset.assetDefinitionId;
  const requireDefinition = (caller: Caller, id: AssetDefinitionId) => definitionScope.get(caller, id);
  const requireWholeDefinition = (unit: Work, caller: Caller, id: AssetDefinitionId) =>
    definitionScope.within(unit).getToChange(caller, id);
  const itemsInSight = (caller: Caller) => dataItemService.listMaster(caller);
  const definition = (id: AlarmDefinitionId) => engine.definition(id);
  const written = () => writer.written();
  const here = new BookDeeds({ book, definition, written, clock });
  const places = new AlarmPlaceRepository(db);
  const taken = alarmShares && { engine, book, writer, places, alarms, here, shares: alarmShares, show, clock };
  const ofNodes = cluster && partitions && taken && openAlarmsOfNodes({ cluster, log }, partitions, taken);
  const deeds = ofNodes?.deeds ?? here;
  const alarmService = new AlarmService({
    book,
    deeds,
    alarms,
    definition,
    requireAsset,
    written,
    clock,
  });
  assetReader.attachAlarms(alarmService);
  const alarmDefinitionService = new AlarmDefinitionService({
    work,
    definitions,
    overrides,
    requireDefinition,
    requireWholeDefinition,
    definitionOfAsset,
    definitionOfAssetWithin: async (unit, caller, assetId) =>
      (await assetReader.within(unit, caller, assetId)).assetDefinitionId,
    itemsInSight,
    labels,
    news: news.alarmDefinitions,
    clock,
  });
  const trials = new TrialThreads(historian);
  closing.defer(() => trials.close());
  const asked = { definitionOfAsset, itemsInSight, labels, plans, definitions };
  const backtests = new BacktestService({ ...asked, trials, overrides });
  const services = { alarms: alarmService, definitions: alarmDefinitionService, backtests, requireAsset };
  const scope = new ScopeRepository(db);
  const assetsInSight = async (caller: Caller) => (await assetReader.listInSight(caller)).map(factsOf);
  const slotPlaces = recentPlaces(() => structureOf(repositories), clock);
  const finder = new FloodFinder({
    log: openings,
    reader,
    placesFor: async (caller) => (holds(caller, VIEW_SYSTEMS) ? slotPlaces() : NO_PLACES),
    isDefined: (id) => definition(id) !== undefined,
    clock,
  });
  const floods = new FloodListService({ finder, definition, assetsInSight, clock });
  const lists = new AlarmListService({
    book,
    tally,
    past: new PastAlarmRepository(db),
    definition,
    assetsInSight,
    assetsOfGroup: (assetGroupId) => scope.listAssetsOfGroup(assetGroupId),
    floods: finder,
    clock,
  });
  const acts = new AlarmActs({ deeds, requireAsset, clock });
  const course = new AlarmCourse({ book, repository: alarms, engine, requireAsset });
  const health = new AlarmHealthService({ reader, definition, assetsInSight, clock });
  const past = { historian, replay, reader, plans, labels, definitions, overrides };
  const cures = new CureService({ ...past, requireDefinition, assetsInSight });
  const rules = new RuleChanges({
    work,
    definitions: alarmDefinitionService,
    requireWholeDefinition,
    news: news.alarmDefinitions,
  });
  const routes = [
    ...alarmRoutes(services),
    ...alarmListRoutes({ lists, acts, course, floods }),
    ...alarmHealthRoutes({ health, cures, rules }),
  ];
  const whenWritten = (listener: () => void) => void writtenListeners.push(listener);
  return {
    alarmEngine: engine,
    alarmService,
    alarmActs: acts,
    alarmNow: (assetId, alarmDefinitionId) => book.find(assetId, alarmDefinitionId),
    alarmDefinitionService,
    firstOuts: (caller, raisedMs) => firstOutsOf({ finder, definition, assetsInSight }, caller, raisedMs),
    pastAlarms: lists.pastInSight.bind(lists),
    alarmRoutes: routes,
    whenWritten,
  };
}

/** What stands in the slots of all systems. */
async function structureOf({ systems }: Repositories): Promise<Structure> {
  const names = new Map((await systems.list()).map(({ systemId, name }) => [systemId, name]));
  return { assignments: await systems.listAssignments(), names };
}

function factsOf({ asset, definition }: AssetEntry): AssetFacts {
  const { assetId, assetDefinitionId, assetAlias, serialNumber } = asset;
  const definitionName = definition.alias || definition.assetDefinitionName;
  return { assetId, assetDefinitionId, definitionName, name: assetAlias || serialNumber, serialNumber };
}

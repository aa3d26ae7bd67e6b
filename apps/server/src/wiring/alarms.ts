import type { AssetId } from '@telltale/contract';
import { AlarmBook } from '#features/alarms/alarm-book.ts';
import { AlarmDefinitionRepository } from '#features/alarms/alarm-definition-repository.ts';
import { AlarmDefinitionService } from '#features/alarms/alarm-definition-service.ts';
import { AlarmEngine } from '#features/alarms/alarm-engine.ts';
import type { LabelSource } from '#features/alarms/alarm-expressions.ts';
import { AlarmOverrideRepository } from '#features/alarms/alarm-override-repository.ts';
import { toAlarm } from '#features/alarms/alarm-replies.ts';
import { alarmRoutes } from '#features/alarms/alarm-routes.ts';
import { AlarmService } from '#features/alarms/alarm-service.ts';
import { AlarmWriter } from '#features/alarms/alarm-writer.ts';
import { BacktestService } from '#features/alarms/backtest-service.ts';
import { ConditionReplay } from '#features/alarms/condition-replay.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import type { RecordRepositories, Records } from './records.ts';

/** Alarms: what raises them, how they are now, and what users do with them. */
export interface Alarms {
  readonly alarmEngine: AlarmEngine;
  readonly alarmService: AlarmService;
  readonly alarmDefinitionService: AlarmDefinitionService;
  readonly alarmRoutes: readonly Route[];
}

/** Puts the alarms together; they are evaluated once `alarmEngine.start()` was called. */
export function openAlarms(
  { db, work, journal, clock, log, closing, assetEvents }: Foundation,
  repositories: RecordRepositories,
  { historian, registry, liveHub, feeds }: Ingest,
  { assetReader, dataItemService, definitionScope }: Records,
): Alarms {
  const { alarms, assets, items, definitionItems } = repositories;
  const definitions = new AlarmDefinitionRepository(db);
  const overrides = new AlarmOverrideRepository(db);
  const writer = new AlarmWriter({
    db,
    alarms,
    journal,
    clock,
    log,
    onWritten: (states) => {
      for (const state of states) {
        const { assetId, alarmDefinitionId } = state;
        const definition = engine.definition(alarmDefinitionId);
        const alarm = (definition && toAlarm(state, definition)) ?? null;
        liveHub.alarmChanged(assetId, alarmDefinitionId, { assetId, alarmDefinitionId, alarm });
      }
    },
  });
  const book = new AlarmBook(writer);
  const labels: LabelSource = {
    labelsOf: async (assetDefinitionId) => ({
      own: [
        ...(await definitionItems.list(assetDefinitionId)),
        ...(await definitionItems.listDetected(assetDefinitionId)),
      ],
      others: await items.list(),
    }),
  };
  const replay = new ConditionReplay(historian);
  const slotsOf = (assetId: AssetId) => registry.find(assetId)?.slots() ?? [];
  const sources = { definitions, overrides, alarms, assets, labels, slotsOf, replay };
  const engine: AlarmEngine = new AlarmEngine({ ...sources, book, clock, log });
  feeds.push(engine);
  closing.defer(async () => {
    await engine.close();
    await writer.close();
  });
  assetEvents.subscribe((event) => engine.assetChanged(event));

  const requireAsset = (caller: Caller, assetId: AssetId) => assetReader.entry(caller, assetId);
  const definitionOfAsset = async (caller: Caller, assetId: AssetId) =>
    (await requireAsset(caller, assetId)).asset.assetDefinitionId;
  const itemsInSight = (caller: Caller) => dataItemService.listMaster(caller);
  const alarmService = new AlarmService({
    book,
    alarms,
    definition: (alarmDefinitionId) => engine.definition(alarmDefinitionId),
    requireAsset,
    written: () => writer.written(),
    clock,
  });
  assetReader.attachAlarms(alarmService);
  const alarmDefinitionService = new AlarmDefinitionService({
    work,
    definitions,
    overrides,
    requireDefinition: (caller, assetDefinitionId) => definitionScope.get(caller, assetDefinitionId),
    requireWholeDefinition: (unit, caller, id) => definitionScope.within(unit).getToChange(caller, id),
    definitionOfAsset,
    definitionOfAssetWithin: async (unit, caller, assetId) =>
      (await assetReader.within(unit, caller, assetId)).assetDefinitionId,
    itemsInSight,
    labels,
    engine,
    clock,
  });
  const backtests = new BacktestService({ definitionOfAsset, itemsInSight, labels, replay });
  const services = { alarms: alarmService, definitions: alarmDefinitionService, backtests, requireAsset };
  return { alarmEngine: engine, alarmService, alarmDefinitionService, alarmRoutes: alarmRoutes(services) };
}

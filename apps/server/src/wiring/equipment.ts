import type { AssetDefinitionId, AssetId } from '@telltale/contract';
import type { Historian } from '@telltale/historian';
import type { Work } from '#db/unit-of-work.ts';
import { AlarmHistory } from '#features/alarms/alarm-history.ts';
import { AssetChangeTimes } from '#features/assets/asset-change-times.ts';
import { AssetDirectory } from '#features/assets/asset-directory.ts';
import { AssetReader, type ConnectionSource } from '#features/assets/asset-reader.ts';
import { assetRoutes } from '#features/assets/asset-routes.ts';
import { AssetService } from '#features/assets/asset-service.ts';
import { AssetStateService } from '#features/assets/asset-state-service.ts';
import { AttributeService } from '#features/assets/attribute-service.ts';
import { connectionRoutes } from '#features/assets/connection-routes.ts';
import { ConnectionTransitions } from '#features/assets/connection-transitions.ts';
import { CurrentValueService, type CurrentValueSource } from '#features/assets/current-value-service.ts';
import { DetailsService } from '#features/assets/details/details-service.ts';
import { ItemScalingService } from '#features/assets/item-scaling-service.ts';
import { AssetImportService } from '#features/assets/many/asset-import-service.ts';
import { manyAssetsRoutes } from '#features/assets/many/many-assets-routes.ts';
import { ManyAssetsService } from '#features/assets/many/many-assets-service.ts';
import { patientInfoRoutes } from '#features/assets/patient/patient-info-routes.ts';
import { PatientInfoService } from '#features/assets/patient/patient-info-service.ts';
import { PatientInfoStore } from '#features/assets/patient/patient-info-store.ts';
import { RecordingService } from '#features/assets/recording-service.ts';
import { TrackService } from '#features/assets/track-service.ts';
import { dashboardRoutes } from '#features/dashboards/dashboard-routes.ts';
import { DashboardService, type DefinitionSight } from '#features/dashboards/dashboard-service.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { AssetItemDisplayRepository } from '#features/definitions/asset-item-display-repository.ts';
import { DataItemService } from '#features/definitions/data-item-service.ts';
import { definitionRoutes } from '#features/definitions/definition-routes.ts';
import { DefinitionScope } from '#features/definitions/definition-scope.ts';
import { DefinitionService, type DefinitionServiceOptions } from '#features/definitions/definition-service.ts';
import { ItemDisplayService } from '#features/definitions/item-display-service.ts';
import { UsesRepository } from '#features/definitions/uses-repository.ts';
import { gatewayRoutes } from '#features/gateways/gateway-routes.ts';
import { GatewayService } from '#features/gateways/gateway-service.ts';
import { HistoryEditRepository } from '#features/history/history-edit-repository.ts';
import { HistoryEditService } from '#features/history/history-edit-service.ts';
import { historyRoutes } from '#features/history/history-routes.ts';
import { HistoryService } from '#features/history/history-service.ts';
import { RecordedRangeService } from '#features/history/recorded-range-service.ts';
import { requireUnitForAsset, requireUnitForAssets } from '#features/ownership/asset-units.ts';
import { OwnershipRepository } from '#features/ownership/ownership-repository.ts';
import { UnitTree } from '#features/ownership/unit-tree.ts';
import { SystemDefinitionRepository } from '#features/systems/system-definition-repository.ts';
import { SystemScope } from '#features/systems/system-world.ts';
import { conflict } from '#http/errors.ts';
import type { Route } from '#http/route.ts';
import type { ConnectionChange } from '#ingest/connections.ts';
import { hashToken, randomToken } from '#random-token.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import type { Foundation } from './foundation.ts';
import { planHistoryDrop } from './history/history-drop.ts';
import { startRetention } from './history/retention.ts';
import { openPastScalings } from './past-scalings.ts';
import type { Repositories } from './repositories.ts';

/** What the ingest knows of the equipment. */
export interface LiveKnowledge {
  connections: ConnectionSource;
  currentValues: CurrentValueSource;
  historian: Historian;
  connectionsToNote: () => readonly ConnectionChange[];
}

/** Notes what an asset has outside the database, and answers what removes it once the asset is gone. */
export type DropPlan = (work: Work, assetId: AssetId) => Promise<() => Promise<void>>;

/** Assets, definitions, dashboards, gateways and history, within each caller's scope. */
export interface Equipment {
  readonly assetReader: AssetReader;
  readonly assetService: AssetService;
  readonly attributeService: AttributeService;
  readonly currentValueService: CurrentValueService;
  readonly definitionService: DefinitionService;
  readonly dataItemService: DataItemService;
  readonly definitionScope: DefinitionScope;
  readonly systemScope: SystemScope;
  readonly dashboardService: DashboardService;
  readonly gatewayService: GatewayService;
  readonly historyService: HistoryService;
  /** Asked before an asset is deleted; what they answer is done afterwards. More may join before the portal listens. */
  readonly dropPlans: DropPlan[];
  readonly equipmentRoutes: readonly Route[];
}

export function openEquipment(
  foundation: Foundation,
  repositories: Repositories,
  { connections, connectionsToNote, currentValues, historian }: LiveKnowledge,
): Equipment {
  const { db, work, clock, log, news, closing, cluster } = foundation;
  const events = news.assets;
  const { assets, attributes, coordinates, definitions, items, definitionItems, gateways, dashboards } = repositories;
  const dropPlans: DropPlan[] = [(unit, assetId) => planHistoryDrop(unit, assetId, historian, log)];
  const dropOf: DropPlan = async (unit, assetId) => {
    const drops: (() => Promise<void>)[] = [];
    for (const plan of dropPlans) drops.push(await plan(unit, assetId));
    return async () => {
      for (const drop of drops) await drop();
    };
  };
  const directory = new AssetDirectory({ assets, attributes, coordinates, definitions }, events, () =>
    work.published(),
  );
  const assetReader = new AssetReader(directory, connections);
  const assetService = new AssetService({
    work,
    assets,
    definitionExists: async (unit, id) => (await unit.of(AssetDefinitionRepository).find(id)) !== undefined,
    reader: assetReader,
    requireUnit: requireUnitForAsset,
    events,
    clock,
    newToken: randomToken,
    hashToken,
    planHistoryDrop: dropOf,
  });
  const manyAssets = new ManyAssetsService({
    work,
    reader: assetReader,
    events,
    requireUnit: requireUnitForAssets,
    planHistoryDrop: dropOf,
  });
  const assetImports = new AssetImportService({
    work,
    definitions: (unit) => unit.of(AssetDefinitionRepository).list(),
    events,
    clock,
    newToken: randomToken,
    hashToken,
  });
  const patientInfo = new PatientInfoStore(clock);
  const attributeService = new AttributeService({ work, reader: assetReader, events, patientInfo });
  const patientInfoService = new PatientInfoService({ work, reader: assetReader, store: patientInfo });
  const displays = new AssetItemDisplayRepository(db);
  const itemSource = {
    listOfAsset: items.listOfAsset.bind(items),
    listOfDefinition: definitionItems.list.bind(definitionItems),
    overridesOf: displays.listOfAsset.bind(displays),
  };
  const currentValueService = new CurrentValueService(
    assetReader,
    itemSource,
    currentValues,
    openPastScalings(foundation),
  );
  const connectionTransitions = new ConnectionTransitions(db, connectionsToNote);
  const states = new AssetStateService({
    reader: assetReader,
    values: currentValueService,
    attributes,
    coordinates,
    connections: connectionTransitions,
    alarms: new AlarmHistory(repositories.alarms),
    historian,
  });
  const recordings = new RecordingService({
    states,
    historian,
    connections: connectionTransitions,
    changeTimes: new AssetChangeTimes(db),
  });

  const scope = new DefinitionScope(definitions);
  const definitionOfAsset: DefinitionServiceOptions['definitionOfAsset'] = async (caller, assetId) =>
    (await assetReader.entry(caller, assetId)).asset.assetDefinitionId;
  const systemScope = new SystemScope(repositories.systemDefinitions, repositories.systems);
  const dashboardService = new DashboardService({
    work,
    dashboards,
    sight: sightOf(scope, systemScope),
    sightWithin: (unit) => sightOf(scope.within(unit), systemScope.within(unit)),
    definitionOfAsset,
    clock,
  });
  const definitionService = new DefinitionService({
    work,
    definitions,
    uses: new UsesRepository(db),
    scope,
    definitionOfAsset,
    itemsOfAsset: async (caller, assetId) => currentValueService.treeItems(await assetReader.entry(caller, assetId)),
    dropDashboards: async (unit, assetDefinitionId) => {
      const slots = await unit.of(SystemDefinitionRepository).countSlotsOf(assetDefinitionId);
      if (slots > 0)
        throw conflict(`The definition cannot be deleted: ${slots} slots of systems are for it.`, { slots });
      await dashboardService.dropOfDefinition(unit, assetDefinitionId);
    },
    renamed: (unit, assetId) => unit.tell(events, { kind: 'changed', assetId }),
    clock,
  });
  const described = (unit: Work, assetId: AssetId) => unit.tell(events, { kind: 'items-described', assetId });
  const itemDisplayService = new ItemDisplayService({
    work,
    displays,
    definitionOfAsset,
    definitionWithin: async (unit, caller, assetId) =>
      (await assetReader.within(unit, caller, assetId)).assetDefinitionId,
    described,
  });
  const recalculated = (unit: Work, assetDefinitionId: AssetDefinitionId) =>
    unit.tell(news.calculations, { assetDefinitionId });
  const dataItemService = new DataItemService({
    ...{ work, items, definitionItems, scope, clock, described, recalculated },
    scaled: (unit, assetDefinitionId, all) => {
      const scalings = all.flatMap(({ dataItemId, scaling }) => (scaling ? [{ dataItemId, scaling }] : []));
      unit.tell(news.scalings, { assetDefinitionId, scalings });
    },
  });
  const gatewayService = new GatewayService({
    work,
    gateways,
    news: news.gateways,
    clock,
    unitsInSight: async (caller, unit = work.committed) =>
      new UnitTree(await unit.of(OwnershipRepository).listUnits()).inSightOf(caller),
    newToken: randomToken,
    hashToken,
  });
  const historyService = new HistoryService(historian, assetReader);
  const recordedRanges = new RecordedRangeService(historian, assetReader, clock);
  const historyEdits = new HistoryEditService({
    work,
    edits: new HistoryEditRepository(db),
    historian,
    scope: assetReader,
    clock,
    onEdited: ({ assetId, dataItemId, fromMs, toMs }) =>
      work.announce(news.history, { assetId, dataItemId, fromMs, toMs }),
  });
  const unfinished = startDutyJob(
    { cluster, log },
    'finish edits of history',
    60_000,
    () => historyEdits.finishPending(),
    0,
  );
  closing.defer(() => unfinished.stop());
  startRetention(foundation, repositories, historian, async () =>
    Array.from(await directory.list(), ({ asset }) => asset.assetId),
  );
  return {
    assetReader,
    assetService,
    attributeService,
    currentValueService,
    definitionService,
    dataItemService,
    definitionScope: scope,
    systemScope,
    dashboardService,
    gatewayService,
    historyService,
    dropPlans,
    equipmentRoutes: [
      ...assetRoutes({
        reader: assetReader,
        assets: assetService,
        attributes: attributeService,
        details: new DetailsService({ work, reader: assetReader, assets: assetService, attributes: attributeService }),
        scalings: new ItemScalingService({
          work,
          reader: assetReader,
          attributes: attributeService,
          values: currentValueService,
        }),
        values: currentValueService,
        states,
        recordings,
        tracks: new TrackService(assetReader, coordinates),
      }),
      ...manyAssetsRoutes(manyAssets, assetImports),
      ...patientInfoRoutes(patientInfoService, assetReader),
      ...connectionRoutes((caller, assetId) => assetReader.entry(caller, assetId), connectionTransitions),
      ...definitionRoutes({
        definitions: definitionService,
        items: dataItemService,
        scope,
        displays: itemDisplayService,
      }),
      ...dashboardRoutes(dashboardService),
      ...gatewayRoutes(gatewayService),
      ...historyRoutes({ history: historyService, edits: historyEdits, ranges: recordedRanges }),
    ],
  };
}

function sightOf(scope: DefinitionScope, systems: SystemScope): DefinitionSight {
  return {
    ofAssets: async (caller, assetDefinitionId) => (await scope.find(caller, assetDefinitionId)) !== undefined,
    ofSystems: (caller, systemDefinitionId) => systems.canSeeDefinition(caller, systemDefinitionId),
  };
}

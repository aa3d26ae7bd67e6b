import type { AssetDefinitionId, AssetId } from '@telltale/contract';
import { CalculationEngine } from '#features/calculations/calculation-engine.ts';
import { CalculationExplainer } from '#features/calculations/calculation-explainer.ts';
import { CalculationPlans } from '#features/calculations/calculation-plans.ts';
import { CalculationReplay } from '#features/calculations/calculation-replay.ts';
import { calculationRoutes } from '#features/calculations/calculation-routes.ts';
import { CalculationService } from '#features/calculations/calculation-service.ts';
import { RecalculationQueue } from '#features/calculations/recalculation-queue.ts';
import { RecalculationRepository } from '#features/calculations/recalculation-repository.ts';
import { RecalculationRun } from '#features/calculations/recalculation-run.ts';
import { RecalculationService } from '#features/calculations/recalculation-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { randomToken } from '#random-token.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import { progressOf } from '../jobs/progress-of.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import { labelSource, type Repositories } from './repositories.ts';

/** Data items that the portal calculates itself. */
export interface Calculations {
  readonly calculationEngine: CalculationEngine;
  readonly calculationExplainer: CalculationExplainer;
  readonly recalculationQueue: RecalculationQueue;
  readonly calculationRoutes: readonly Route[];
}

/** So often is looked what was asked for at other nodes. */
const TAKE_UP_MS = 1_000;

/** Puts the calculation of data items together; it begins once `calculationEngine.start()` was called. */
export function openCalculations(
  { db, work, clock, log, closing, news, cluster }: Foundation,
  repositories: Repositories,
  { historian, registry, registrar, partitions, drained, historyListeners }: Ingest,
  { assetReader, dataItemService, definitionScope }: Equipment,
): Calculations {
  const { attributes, definitionItems } = repositories;
  const labels = labelSource(repositories);
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const plans = new CalculationPlans({
    calculatedItems: () => definitionItems.listCalculated(),
    labels,
    attributesOf: (ids) => attributes.listOfAssets(ids),
    zone,
    log,
  });
  const replay = new CalculationReplay(historian);
  const engine = new CalculationEngine({
    plans,
    registry,
    ensureItems: (device, itemLabels) => registrar.ensure(device, itemLabels),
    drained,
    historian,
    replay,
    log,
  });
  closing.defer(() => engine.close());
  partitions?.parts.push({ prepare: (assets, past) => engine.takeOver(assets.list(), past) });
  news.calculations.subscribe(({ assetDefinitionId }) => engine.definitionChanged(assetDefinitionId));
  historyListeners.push(({ assetId, dataItemId }) => engine.historyEdited(assetId, dataItemId));
  news.assets.subscribe((event) => engine.assetChanged(event));

  const requireDefinition = (caller: Caller, id: AssetDefinitionId) => definitionScope.get(caller, id);
  const service = new CalculationService({
    requireDefinition,
    definitionOfAsset: async (caller, assetId) => (await assetReader.entry(caller, assetId)).asset.assetDefinitionId,
    itemsInSight: (caller) => dataItemService.listMaster(caller),
    labels,
    plans,
    replay,
  });
  const run = new RecalculationRun({
    historian,
    replay,
    plans,
    whileHeld: (assetId, what) => engine.whileHeld(assetId, what),
    onReplaced: (edit) => work.announce(news.history, edit),
  });
  const jobs = new RecalculationRepository(db);
  const assetExists = (assetId: AssetId) => registry.find(assetId) !== undefined;
  const mayRun = () => cluster?.duty.isMine ?? true;
  const progress = progressOf<number>({ cluster, closing }, 'recalculations');
  const queue = new RecalculationQueue({ work, jobs, run, progress, assetExists, clock, log, mayRun });
  news.jobs.subscribe(({ cancelled }) => queue.drop(cancelled));
  closing.defer(() => queue.close());
  if (cluster) {
    const more = startDutyJob({ cluster, log }, 'take up recalculations', TAKE_UP_MS, () => queue.takeUp());
    closing.defer(() => more.stop());
  }
  const recalculations = new RecalculationService({
    work,
    jobs,
    queue,
    progress,
    cancelled: news.jobs,
    plans,
    requireDefinition,
    assetsInSight: async (caller, assetDefinitionId) =>
      (await assetReader.listInSight(caller))
        .filter(({ asset }) => asset.assetDefinitionId === assetDefinitionId)
        .map(({ asset }) => asset.assetId),
    clock,
    newId: randomToken,
  });
  const definitionOf = (assetId: AssetId) => registry.find(assetId)?.assetDefinitionId;
  return {
    calculationEngine: engine,
    calculationExplainer: new CalculationExplainer({ historian, replay, plans, definitionOf }),
    recalculationQueue: queue,
    calculationRoutes: calculationRoutes(service, recalculations),
  };
}

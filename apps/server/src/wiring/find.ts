import type { SystemId } from '@telltale/contract';
import type { AssetEntry } from '#features/assets/asset-directory.ts';
import { CommandDefinitionRepository } from '#features/commands/command-definition-repository.ts';
import { DashboardNames } from '#features/find/dashboard-names.ts';
import { EndedAlarms } from '#features/find/ended-alarms.ts';
import { dashboardFinders } from '#features/find/find-dashboards.ts';
import { dataItemFinder } from '#features/find/find-data-items.ts';
import { recordFinders } from '#features/find/find-records.ts';
import { findRoutes } from '#features/find/find-routes.ts';
import { FindService } from '#features/find/find-service.ts';
import { oncePerSearch } from '#features/find/finder.ts';
import type { Route } from '#http/route.ts';
import type { Alarms } from './alarms.ts';
import type { Equipment } from './equipment.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import type { Ingest } from './ingest.ts';
import type { Repositories } from './repositories.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Finding things by name, over what each part of the portal answers its callers. */
export function openFind(
  { db, clock, news }: Foundation,
  { ownership }: Identity,
  { registry }: Ingest,
  { dashboards, definitionItems }: Repositories,
  { assetReader, systemScope }: Equipment,
  { alarmService, pastAlarms }: Alarms,
  { fileService }: Files,
): Route[] {
  const ended = new EndedAlarms({ pastAlarms, clock });
  news.assets.subscribe(({ kind }) => {
    if (kind === 'changed' || kind === 'deleted' || kind === 'moved') ended.forget();
  });
  news.records.subscribe((records) => {
    if (records.some(({ kind }) => kind.startsWith('alarm'))) ended.forget();
  });
  const commands = new CommandDefinitionRepository(db);
  const assets = oncePerSearch(async (caller) => (await assetReader.listInSight(caller)).map(named));
  const systems = oncePerSearch(async (caller) => {
    const world = await systemScope.read();
    return [...world.systems.values()]
      .filter((system) => world.canSee(caller, system))
      .map(({ systemId, systemDefinitionId, name }) => {
        const definition = world.definitions.get(systemDefinitionId);
        return { systemId: systemId as SystemId, systemDefinitionId, name, definitionName: definition?.name ?? '' };
      });
  });
  const service = new FindService([
    ...dashboardFinders({ names: new DashboardNames(dashboards), assets, systems }),
    dataItemFinder({
      assets: async (caller, words) =>
        Iterator.from(await assets(caller, words)).map((asset) => ({
          ...asset,
          aliases: asset.entry.aliases,
          sent: registry.find(asset.assetId)?.slots() ?? [],
        })),
      defined: () => definitionItems.listAll(),
    }),
    ...recordFinders({
      assets,
      alarms: (caller) => alarmService.list(caller, { limit: NO_LIMIT, offset: 0 }),
      ended,
      assetGroups: (caller) => ownership.reader.listAssetGroups(caller),
      commands: () => commands.listAll(),
      files: (caller, words, page) =>
        fileService.list(caller, { filename: (name) => words.areIn(name), holding: words.plain, ...page }),
      systems,
      users: () => ownership.sources.tables.listUsers(),
      unitsInSight: (caller) => ownership.rules.unitsInSight(caller, ownership.sources),
    }),
  ]);
  return findRoutes(service);
}

function named(entry: AssetEntry) {
  const { assetId, assetDefinitionId, assetAlias, serialNumber } = entry.asset;
  const definitionName = entry.definition.alias || entry.definition.assetDefinitionName;
  return { assetId, assetDefinitionId, name: assetAlias || serialNumber, definitionName, entry };
}

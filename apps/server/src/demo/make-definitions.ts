import type { AssetDefinitionId, dashboards } from '@telltale/contract';
import type { PlannedDashboard, PlannedDefinition } from '@telltale/domain/demo/demo-plan.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../context.ts';
import { withDataItemIds } from './with-data-item-ids.ts';

/**
 * Makes the definitions of a plan that are missing, with their data items and dashboards. What is there stays as it
 * is, but for a dashboard that nobody but the demonstration has ever saved: that one follows the plan.
 * @returns definition ids by name
 */
export async function makeDefinitions(
  context: Context,
  planned: readonly PlannedDefinition[],
): Promise<Map<string, AssetDefinitionId>> {
  const known = new Map(
    (await context.definitionService.list()).map((definition) => [
      nameKey(definition.assetDefinitionName),
      definition.assetDefinitionId,
    ]),
  );
  const ids = new Map<string, AssetDefinitionId>();
  for (const definition of planned) {
    const { name, alias } = definition;
    const id =
      known.get(nameKey(name)) ?? (await context.definitionService.create(systemCaller, name, alias)).assetDefinitionId;
    ids.set(name, id);
    await makeDataItems(context, id, definition);
  }
  return ids;
}

async function makeDataItems(context: Context, id: AssetDefinitionId, { dataItems }: PlannedDefinition): Promise<void> {
  const known = new Set((await context.dataItemService.list(systemCaller, id)).map((item) => nameKey(item.label)));
  const missing = dataItems.filter((item) => !known.has(nameKey(item.label)));
  if (missing.length === 0) return;
  const inputs = missing.map(({ label, unit, display }) => ({ label, unit, defaultValue: 0, display }));
  await context.dataItemService.put(systemCaller, id, inputs);
}

/** Makes or follows up the dashboards of a definition; `existing` are those it has. */
export async function makeDashboards(
  context: Context,
  assetDefinitionId: AssetDefinitionId,
  planned: readonly PlannedDashboard[],
  existing: readonly dashboards.Dashboard[],
): Promise<void> {
  const items = await context.dataItemService.list(systemCaller, assetDefinitionId);
  const idOf = (label: string) => items.find((item) => nameKey(item.label) === nameKey(label))?.dataItemId;
  for (const { name, document } of planned) {
    const config = JSON.stringify(withDataItemIds(document, idOf));
    const stored = existing.find((dashboard) => dashboard.dashboardName === name);
    if (!stored) {
      const input = { dashboardId: 0 as const, dashboardName: name, assetDefinitionId, config };
      await context.dashboardService.save(systemCaller, input);
      continue;
    }
    if (stored.config === config || !(await isOurs(context, stored))) continue;
    const { dashboardId, version } = stored;
    await context.dashboardService.save(systemCaller, { dashboardId, dashboardName: name, config, version });
  }
}

/** Whether only the demonstration itself has ever saved a dashboard. */
async function isOurs(context: Context, { dashboardId }: dashboards.Dashboard): Promise<boolean> {
  const versions = await context.dashboardService.listVersions(systemCaller, dashboardId);
  return versions.every((version) => version.modifiedBy === systemCaller.username);
}

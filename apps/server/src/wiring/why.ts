import { ADMIN_MODIFY, type AssetId } from '@telltale/contract';
import { CommandRepository } from '#features/commands/command-repository.ts';
import { whyRoutes } from '#features/why/why-routes.ts';
import { WhyService } from '#features/why/why-service.ts';
import { holds } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Alarms } from './alarms.ts';
import type { Calculations } from './calculations.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import { openPastScalings } from './past-scalings.ts';

/** So far back a command is looked for. */
const COMMANDS = 200;

/** Why a value is what it is: put together from what every part knows of it. */
export function openWhy(
  { db, journal, clock }: Foundation,
  { registry, historian }: Ingest,
  { assetReader, currentValueService, gatewayService }: Equipment,
  { alarmEngine, alarmService }: Alarms,
  { calculationExplainer }: Calculations,
): Route[] {
  const commands = new CommandRepository(db);
  const scalings = openPastScalings({ db, journal });
  const service = new WhyService({
    asset: async (caller, assetId) => {
      const entry = await assetReader.entry(caller, assetId);
      const items = await currentValueService.describedItems(entry);
      return { name: entry.asset.assetAlias || entry.asset.serialNumber, items };
    },
    historian,
    current: (assetId, dataItemId) => {
      const slot = registry.findSlot(assetId, dataItemId);
      return slot?.hasValue ? slot : undefined;
    },
    historyEntries: (assetId, dataItemId) => journal.historyOf(assetId, dataItemId),
    scalingAt: async (assetId, dataItemId, timeMs) => {
      const device = await registry.get(assetId);
      return device && scalings.at({ assetId, assetDefinitionId: device.assetDefinitionId, dataItemId }, timeMs);
    },
    calculation: (...asked) => calculationExplainer.explain(...asked),
    alarms: async (assetId, dataItemId) => {
      const runs = await alarmEngine.runsOf(assetId);
      const open = new Set(alarmService.openAlarmsOf(assetId).map(({ alarmDefinitionId }) => alarmDefinitionId));
      const reading = runs.filter(({ targets }) => targets.some((target) => target.dataItemId === dataItemId));
      return reading.map(({ definition: { alarmDefinitionId, name, reason, severity } }) => {
        return { alarmDefinitionId, name, reason, severity, isOpen: open.has(alarmDefinitionId) };
      });
    },
    itemsOfAlarm: async (assetId, alarmDefinitionId) => {
      const runs = await alarmEngine.runsOf(assetId);
      const run = runs.find(({ definition }) => definition.alarmDefinitionId === alarmDefinitionId);
      return run && [...new Set(run.targets.map(({ dataItemId }) => dataItemId))];
    },
    commands: async (assetId: AssetId) =>
      (await commands.list({ assetIds: [assetId] }, { limit: COMMANDS, offset: 0 }))[0],
    // A gateway of plain topics says its topic behind its name.
    seesGateway: async (caller, sender) =>
      holds(caller, ADMIN_MODIFY) &&
      (await gatewayService.list(caller)).some(({ name }) => sender === name || sender.startsWith(`${name}, `)),
    clock,
  });
  return whyRoutes(service);
}

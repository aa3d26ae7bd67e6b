import type { AssetId } from '@telltale/contract';
import { SharedCommands } from '#cluster/commands/shared-commands.ts';
import { CommandAnswerRepository } from '#features/commands/command-answer-repository.ts';
import { CommandDecisions } from '#features/commands/command-decisions.ts';
import { CommandDefinitionRepository } from '#features/commands/command-definition-repository.ts';
import { CommandDefinitionService } from '#features/commands/command-definition-service.ts';
import { CommandDelivery } from '#features/commands/command-delivery.ts';
import { recorded } from '#features/commands/command-effects.ts';
import type { CommandLink } from '#features/commands/command-link.ts';
import { CommandRepository } from '#features/commands/command-repository.ts';
import { commandRoutes } from '#features/commands/command-routes.ts';
import { CommandService } from '#features/commands/command-service.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { DefinitionDataItemRepository } from '#features/definitions/definition-data-item-repository.ts';
import type { Route } from '#http/route.ts';
import type { CommandAnswers } from '../ingest/sessions/command-answers.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import type { Ingest } from './ingest.ts';

/** Commands to devices: their record, their templates, their way, and whether they worked. */
export interface Commands {
  readonly routes: readonly Route[];
  /** The asset is gone. */
  forget(assetId: AssetId): void;
}

const END_EVERY_MS = 1_000;

export async function openCommands(
  { work, db, journal, clock, log, closing, news, cluster }: Foundation,
  { access }: Identity,
  { registry, feeds }: Ingest,
  { assetReader, definitionScope }: Equipment,
  link: CommandLink,
  deviceAnswers: CommandAnswers,
): Promise<Commands> {
  const shared = cluster && new SharedCommands(cluster, log);
  const repository = new CommandRepository(db, shared?.changed);
  const answers = new CommandAnswerRepository(db);
  const delivery = new CommandDelivery({
    repository,
    answers,
    link,
    currentOf: (assetId, dataItemId) => {
      const slot = registry.findSlot(assetId, dataItemId);
      return slot?.hasValue ? recorded(slot.timeMs, slot.value) : undefined;
    },
    itemOf: (assetId, label) => registry.find(assetId)?.slotOf(label),
    journal,
    clock,
    log,
  });
  feeds.push(delivery.effects);
  deviceAnswers.subscribe(({ device, commandId, answer }) => delivery.answered(device, commandId, answer));
  news.commands.subscribe((told) => ('taken' in told ? delivery.take(told.taken) : delivery.drop(told.dropped)));
  await delivery.load();
  shared?.start(delivery);
  closing.defer(() => shared?.close());
  const ending = startPeriodicJob('end commands', END_EVERY_MS, log, () => delivery.endDue());
  closing.defer(() => ending.stop());
  const service = new CommandService({
    work,
    repository,
    answers,
    delivery,
    told: news.commands,
    assetExists: async (assetId) => (await registry.get(assetId)) !== undefined,
    requireAssetWithin: assetReader.within.bind(assetReader),
    labelsWithin: async (unit, { assetId, assetDefinitionId }) => {
      const defined = await unit.of(DefinitionDataItemRepository).list(assetDefinitionId);
      const sent = await unit.of(DataItemRepository).listOfAsset(assetId);
      return new Map([...sent, ...defined].map(({ dataItemId, label }) => [dataItemId, label]));
    },
    aliasesOf: async (caller, assetId) => (await assetReader.find(caller, assetId))?.aliases,
    labelWithin: async (unit, dataItemId) => (await unit.of(DataItemRepository).find(dataItemId))?.label,
    sendersWithin: (unit, assetDefinitionId, dataItemId) =>
      unit.of(DefinitionDataItemRepository).listSenders(assetDefinitionId, dataItemId),
    clock,
  });
  const decisions = new CommandDecisions({
    work,
    told: news.commands,
    requireAssetWithin: assetReader.within.bind(assetReader),
    accessOf: access.accessOf.bind(access),
    clock,
  });
  const definitions = new CommandDefinitionService({
    work,
    definitions: new CommandDefinitionRepository(db),
    requireDefinition: definitionScope.get.bind(definitionScope),
    requireWholeDefinition: (unit, caller, assetDefinitionId) =>
      definitionScope.within(unit).getToChange(caller, assetDefinitionId),
    clock,
  });
  return { routes: commandRoutes(service, decisions, definitions), forget: (assetId) => delivery.forget(assetId) };
}

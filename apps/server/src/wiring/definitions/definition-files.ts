import { configFolders } from '#config/config-folders.ts';
import { AlarmPart } from '#features/alarms/file/alarm-part.ts';
import { CommandPart } from '#features/commands/command-part.ts';
import { DashboardPart } from '#features/dashboards/dashboard-part.ts';
import { DefinitionDataItemRepository } from '#features/definitions/definition-data-item-repository.ts';
import { DataItemPart } from '#features/definitions/file/data-item-part.ts';
import { definitionFileRoutes } from '#features/definitions/file/definition-file-routes.ts';
import { DefinitionFileService } from '#features/definitions/file/definition-file-service.ts';
import { DefinitionTemplateService } from '#features/definitions/file/definition-template-service.ts';
import { EventPart } from '#features/events/event-part.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from '../equipment.ts';
import type { Foundation } from '../foundation.ts';

/** Definitions as files, of the parts that several features have of them. */
export function openDefinitionFiles(
  { work, clock, news, config }: Foundation,
  { definitionService, definitionScope, dataItemService }: Equipment,
): readonly Route[] {
  const itemsOf: ConstructorParameters<typeof AlarmPart>[0]['itemsOf'] = async (unit, assetDefinitionId) => {
    const items = unit.of(DefinitionDataItemRepository);
    return [...(await items.list(assetDefinitionId)), ...(await items.listDetected(assetDefinitionId))];
  };
  const service = new DefinitionFileService({
    work,
    scope: definitionScope,
    definitions: definitionService,
    parts: {
      dataItems: new DataItemPart(dataItemService),
      alarms: new AlarmPart({ news: news.alarmDefinitions, itemsOf, clock }),
      events: new EventPart(clock),
      commands: new CommandPart(clock),
      dashboards: new DashboardPart(clock),
    },
    clock,
  });
  return definitionFileRoutes(service, new DefinitionTemplateService(configFolders(config), service));
}

import type { LabelSource } from '#expressions/bound-expression.ts';
import { AlarmRepository } from '#features/alarms/alarm-repository.ts';
import { AssetAttributeRepository } from '#features/assets/asset-attribute-repository.ts';
import { AssetCoordinatesRepository } from '#features/assets/asset-coordinates-repository.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { DashboardRepository } from '#features/dashboards/dashboard-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { DefinitionDataItemRepository } from '#features/definitions/definition-data-item-repository.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { SystemDefinitionRepository } from '#features/systems/system-definition-repository.ts';
import { SystemRepository } from '#features/systems/system-repository.ts';
import type { Foundation } from './foundation.ts';

/** What equipment the database knows; the ingest and the services both stand on these. */
export interface Repositories {
  readonly assets: AssetRepository;
  readonly attributes: AssetAttributeRepository;
  readonly coordinates: AssetCoordinatesRepository;
  readonly definitions: AssetDefinitionRepository;
  readonly items: DataItemRepository;
  readonly definitionItems: DefinitionDataItemRepository;
  readonly gateways: GatewayRepository;
  readonly dashboards: DashboardRepository;
  readonly alarms: AlarmRepository;
  readonly systems: SystemRepository;
  readonly systemDefinitions: SystemDefinitionRepository;
}

export function openRepositories({ db }: Foundation): Repositories {
  return {
    assets: new AssetRepository(db),
    attributes: new AssetAttributeRepository(db),
    coordinates: new AssetCoordinatesRepository(db),
    definitions: new AssetDefinitionRepository(db),
    items: new DataItemRepository(db),
    definitionItems: new DefinitionDataItemRepository(db),
    gateways: new GatewayRepository(db),
    dashboards: new DashboardRepository(db),
    alarms: new AlarmRepository(db),
    systems: new SystemRepository(db),
    systemDefinitions: new SystemDefinitionRepository(db),
  };
}

/** What variables of expressions may stand for. */
export function labelSource({ items, definitionItems }: Repositories): LabelSource {
  return {
    labelsOf: async (assetDefinitionId) => ({
      own: [
        ...(await definitionItems.list(assetDefinitionId)),
        ...(await definitionItems.listDetected(assetDefinitionId)),
      ],
      others: await items.list(),
    }),
  };
}

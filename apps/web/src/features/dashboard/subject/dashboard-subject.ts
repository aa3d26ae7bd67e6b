import type { assets, dashboards, systems } from '@telltale/contract';

/** What a dashboard is of: an asset, or a system whose data items are reached through its slots. */
export interface DashboardSubject {
  /** Address of its dashboard, without a slash at the end. */
  readonly path: string;
  readonly title: string;
  /** The definition that its dashboards belong to. */
  readonly owner: Pick<dashboards.Dashboard, 'assetDefinitionId' | 'systemDefinitionId'>;
  readonly asset: assets.Asset | undefined;
  readonly system: systems.SystemWithDashboards | undefined;
}

export function assetSubject(asset: assets.Asset): DashboardSubject {
  return {
    path: `/assets/${asset.assetId}/dashboard`,
    title: assetTitle(asset),
    owner: { assetDefinitionId: asset.assetDefinitionId, systemDefinitionId: null },
    asset,
    system: undefined,
  };
}

export function systemSubject(system: systems.SystemWithDashboards): DashboardSubject {
  return {
    path: `/systems/${system.systemId}/dashboard`,
    title: system.name,
    owner: { assetDefinitionId: null, systemDefinitionId: system.systemDefinitionId },
    asset: undefined,
    system,
  };
}

/** What an asset's dashboard is titled: alias, else serial number, else the definition's name (spec 1 §2). */
export function assetTitle(asset: assets.Asset): string {
  return asset.assetAlias || asset.serialNumber || asset.assetDefinition.assetDefinitionName;
}

import type { DashboardDocument, PermissionName } from '@telltale/contract';

/** What a demonstration wants to find in the portal. Names and serial numbers tie the parts together. */
export interface DemonstrationPlan {
  /** In the order of creation: the first one in a new portal gets id 1. */
  readonly definitions: readonly PlannedDefinition[];
  readonly assets: readonly PlannedAsset[];
  /** Names of the gateways that need a token. */
  readonly gateways: readonly string[];
  /** A parent stands before its children. */
  readonly assetGroups: readonly PlannedAssetGroup[];
  readonly userGroups: readonly PlannedUserGroup[];
  readonly accounts: readonly PlannedAccount[];
}

export interface PlannedDefinition {
  readonly name: string;
  readonly alias: string;
  readonly dataItems: readonly { readonly label: string; readonly unit: string }[];
  readonly dashboards: readonly PlannedDashboard[];
}

/** A dashboard whose data items stand as `{label}` wherever the stored document has an id under `dataItem`. */
export interface PlannedDashboard {
  readonly name: string;
  readonly document: DashboardDocument;
}

export interface PlannedAsset {
  readonly serialNumber: string;
  readonly definition: string;
  readonly alias: string;
  readonly description: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Talks through this gateway; without one it has a token of its own. */
  readonly gateway?: string;
}

export interface PlannedAssetGroup {
  readonly name: string;
  readonly description: string;
  readonly parent?: string;
  readonly serialNumbers: readonly string[];
}

export interface PlannedUserGroup {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly PermissionName[];
  readonly assetGroups: readonly string[];
}

export interface PlannedAccount {
  readonly username: string;
  readonly userGroup: string;
  /** May change nothing, not even its own attributes. */
  readonly readOnly: boolean;
  /** Offered on the login page while the portal listens on loopback only. */
  readonly isOffered: boolean;
}

/** The label of a data item, in place of its id. */
export interface PlannedDataItem {
  readonly label: string;
}

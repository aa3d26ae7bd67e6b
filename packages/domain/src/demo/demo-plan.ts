import type { DashboardDocument, ItemDisplay, PermissionName } from '@telltale/contract';

/** What a demonstration wants to find in the portal. Names and serial numbers tie the parts together. */
export interface DemoPlan {
  /** In the order of creation: the first one in a new portal gets id 1. */
  readonly definitions: readonly PlannedDefinition[];
  readonly assets: readonly PlannedAsset[];
  /** Names of the gateways that need a token. */
  readonly gateways: readonly string[];
  /** A parent stands before its children. */
  readonly assetGroups: readonly PlannedAssetGroup[];
  readonly userGroups: readonly PlannedUserGroup[];
  readonly accounts: readonly PlannedAccount[];
  /** In the order of creation: the second one in a new portal gets id 2, by which the seismic page knows it (spec 2 §9). */
  readonly alarms: readonly PlannedAlarm[];
  readonly eventDefinitions: readonly PlannedEventDefinition[];
  readonly events: readonly PlannedEvent[];
  readonly repeats: readonly PlannedRepeat[];
  readonly systemDefinitions: readonly PlannedSystemDefinition[];
  readonly systems: readonly PlannedSystem[];
  /** Those of one rig in the order of their beginnings; the last one is what it is on. */
  readonly jobs: readonly PlannedJob[];
}

/** A job of a rig, as the wizard would have saved it. */
export interface PlannedJob {
  /** Of the rig. */
  readonly serialNumber: string;
  /** `Oil Company - Pad - Well`. */
  readonly name: string;
  readonly startMs: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Keys of the activities that somebody marked as complete. */
  readonly completed: readonly number[];
}

export interface PlannedAlarm {
  readonly definition: string;
  readonly name: string;
  readonly reason: string;
  readonly expression: string;
  readonly severity: number;
  readonly selfAck: boolean;
  /** Seconds; 0 never. */
  readonly escalation: number;
  readonly onDelay: number;
  readonly offDelay: number;
  readonly deadband: number;
}

export interface PlannedEventDefinition {
  readonly definition: string;
  readonly name: string;
  /** 0 annotation, 1 maintenance. */
  readonly category: number;
  /** Part numbers to choose from. */
  readonly options: readonly string[];
}

/** Something that happened before the demonstration began. */
export interface PlannedEvent {
  readonly serialNumber: string;
  readonly name: string;
  readonly daysAgo: number;
  readonly cause: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** 0 Cancelled, 1 Requested, 2 In Progress, 3 Completed. */
  readonly status: 0 | 1 | 2 | 3;
}

/** Maintenance that comes again whenever a counter has moved on by so much. */
export interface PlannedRepeat {
  readonly serialNumber: string;
  /** Of the event definition. */
  readonly name: string;
  /** The label of a data item. */
  readonly counter: string;
  readonly every: number;
  /** On whose clock, and at which hour of the day it is done. */
  readonly zone: string;
  readonly hour: number;
}

export interface PlannedSystemDefinition {
  readonly name: string;
  readonly description: string;
  readonly slots: readonly { readonly name: string; readonly definition: string; readonly exclusive: boolean }[];
}

export interface PlannedSystem {
  readonly name: string;
  readonly definition: string;
  /** Serial numbers by name of the slot. */
  readonly slots: Readonly<Record<string, string>>;
}

export interface PlannedDefinition {
  readonly name: string;
  readonly alias: string;
  readonly dataItems: readonly {
    readonly label: string;
    readonly unit: string;
    /** How its values are read; absent where nothing is said of it. */
    readonly display?: ItemDisplay | undefined;
  }[];
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

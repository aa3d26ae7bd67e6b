/** What a user group is told of an asset group. */
import type { Generated } from 'kysely';

export interface AlertsTable {
  user_group_id: number;
  asset_group_id: number;
  severity_min: number;
  severity_max: number;
  status: string;
  /** 1: it is told when an asset comes back, or goes offline. */
  online: number;
  offline: number;
  /** 1: only who of the user group is on call is told. */
  on_call_only: Generated<number>;
}

export interface OwnershipTables {
  alerts: AlertsTable;
}

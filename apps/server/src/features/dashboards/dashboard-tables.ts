import type { Generated } from 'kysely';

export interface DashboardsTable {
  dashboard_id: Generated<number>;
  dashboard_name: string;
  asset_definition_id: number | null;
  system_definition_id: number | null;
  /** JSON text as the client sent it. */
  config: string;
  version: number;
  modified_ms: number;
  modified_by: string;
}

/** Every saved version, the current one included. */
export interface DashboardVersionsTable {
  dashboard_id: number;
  version: number;
  dashboard_name: string;
  config: string;
  modified_ms: number;
  modified_by: string;
}

export interface DashboardTables {
  dashboards: DashboardsTable;
  dashboard_versions: DashboardVersionsTable;
}

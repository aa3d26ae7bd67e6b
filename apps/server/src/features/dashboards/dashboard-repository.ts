import type { AssetDefinitionId, DashboardId, EpochMs, SystemDefinitionId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { DashboardsTable } from './dashboard-tables.ts';

export interface DashboardRecord {
  dashboardId: DashboardId;
  dashboardName: string;
  assetDefinitionId: AssetDefinitionId | null;
  systemDefinitionId: SystemDefinitionId | null;
  config: string;
  version: number;
  modifiedMs: EpochMs;
  modifiedBy: string;
}

export interface DashboardVersionRecord {
  version: number;
  dashboardName: string;
  config: string;
  modifiedMs: EpochMs;
  modifiedBy: string;
}

export type DashboardContent = Pick<DashboardRecord, 'dashboardName' | 'config' | 'modifiedMs' | 'modifiedBy'>;

function toRecord(row: Selectable<DashboardsTable>): DashboardRecord {
  return {
    dashboardId: row.dashboard_id as DashboardId,
    dashboardName: row.dashboard_name,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId | null,
    systemDefinitionId: row.system_definition_id as SystemDefinitionId | null,
    config: row.config,
    version: row.version,
    modifiedMs: row.modified_ms,
    modifiedBy: row.modified_by,
  };
}

/** Dashboards and every version of each that was ever saved. */
export class DashboardRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By id: the first that was made is the one shown first (spec 2 §4). */
  async listOfAssetDefinition(assetDefinitionId: AssetDefinitionId): Promise<DashboardRecord[]> {
    const rows = await this.#db
      .selectFrom('dashboards')
      .selectAll()
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('dashboard_id')
      .execute();
    return rows.map(toRecord);
  }

  /** The same without their configs. */
  async listHeadsOf(assetDefinitionId: AssetDefinitionId): Promise<Omit<DashboardRecord, 'config'>[]> {
    const rows = await this.#db
      .selectFrom('dashboards')
      .select(['dashboard_id', 'dashboard_name', 'asset_definition_id', 'system_definition_id', 'version'])
      .select(['modified_ms', 'modified_by'])
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('dashboard_id')
      .execute();
    return rows.map((row) => {
      const { config: _none, ...head } = toRecord({ ...row, config: '' });
      return head;
    });
  }

  /** By id, too. */
  async listOfSystemDefinition(systemDefinitionId: SystemDefinitionId): Promise<DashboardRecord[]> {
    const rows = await this.#db
      .selectFrom('dashboards')
      .selectAll()
      .where('system_definition_id', '=', systemDefinitionId)
      .orderBy('dashboard_id')
      .execute();
    return rows.map(toRecord);
  }

  /** Every dashboard without its config, by id. */
  async listHeads(): Promise<Omit<DashboardRecord, 'config' | 'modifiedMs' | 'modifiedBy'>[]> {
    const rows = await this.#db
      .selectFrom('dashboards')
      .select(['dashboard_id', 'dashboard_name', 'asset_definition_id', 'system_definition_id', 'version'])
      .orderBy('dashboard_id')
      .execute();
    return rows.map((row) => ({
      dashboardId: row.dashboard_id as DashboardId,
      dashboardName: row.dashboard_name,
      assetDefinitionId: row.asset_definition_id as AssetDefinitionId | null,
      systemDefinitionId: row.system_definition_id as SystemDefinitionId | null,
      version: row.version,
    }));
  }

  async find(dashboardId: DashboardId): Promise<DashboardRecord | undefined> {
    const row = await this.#db
      .selectFrom('dashboards')
      .selectAll()
      .where('dashboard_id', '=', dashboardId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(
    dashboard: DashboardContent & Pick<DashboardRecord, 'assetDefinitionId' | 'systemDefinitionId'>,
  ): Promise<DashboardRecord> {
    const row = await this.#db
      .insertInto('dashboards')
      .values({
        ...contentColumns(dashboard),
        asset_definition_id: dashboard.assetDefinitionId,
        system_definition_id: dashboard.systemDefinitionId,
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const record = toRecord(row);
    await this.#keepVersion(record);
    return record;
  }

  /** Saves the next version. Undefined: the current version is no longer the given one. */
  async save(
    dashboardId: DashboardId,
    currentVersion: number,
    content: DashboardContent,
  ): Promise<DashboardRecord | undefined> {
    const row = await this.#db
      .updateTable('dashboards')
      .set({ ...contentColumns(content), version: currentVersion + 1 })
      .where('dashboard_id', '=', dashboardId)
      .where('version', '=', currentVersion)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const record = toRecord(row);
    await this.#keepVersion(record);
    return record;
  }

  async delete(dashboardId: DashboardId): Promise<void> {
    await this.#db.deleteFrom('dashboards').where('dashboard_id', '=', dashboardId).execute();
  }

  /** Newest first, without the configs. */
  async listVersions(dashboardId: DashboardId): Promise<Omit<DashboardVersionRecord, 'config'>[]> {
    const rows = await this.#db
      .selectFrom('dashboard_versions')
      .select(['version', 'dashboard_name', 'modified_ms', 'modified_by'])
      .where('dashboard_id', '=', dashboardId)
      .orderBy('version', 'desc')
      .execute();
    return rows.map((row) => ({
      version: row.version,
      dashboardName: row.dashboard_name,
      modifiedMs: row.modified_ms,
      modifiedBy: row.modified_by,
    }));
  }

  async findVersion(dashboardId: DashboardId, version: number): Promise<DashboardVersionRecord | undefined> {
    const row = await this.#db
      .selectFrom('dashboard_versions')
      .selectAll()
      .where('dashboard_id', '=', dashboardId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      version: row.version,
      dashboardName: row.dashboard_name,
      config: row.config,
      modifiedMs: row.modified_ms,
      modifiedBy: row.modified_by,
    };
  }

  async #keepVersion(record: DashboardRecord): Promise<void> {
    await this.#db
      .insertInto('dashboard_versions')
      .values({ dashboard_id: record.dashboardId, version: record.version, ...contentColumns(record) })
      .execute();
  }
}

function contentColumns(content: DashboardContent) {
  return {
    dashboard_name: storableText(content.dashboardName),
    config: storableText(content.config),
    modified_ms: content.modifiedMs,
    modified_by: content.modifiedBy,
  };
}

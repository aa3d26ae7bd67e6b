import {
  ADMIN_MODIFY,
  type AdminId,
  type AssetId,
  permissionId,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { CoverageRecords, SentMessage } from './coverage.ts';

const ALARMS_VIEW = permissionId('Alarms', 'View');

/** Everything that decides who hears of which asset, as far as it is rows of the database. */
export class CoverageRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async read(): Promise<CoverageRecords> {
    const db = this.#db;
    const subscriptions = await db
      .selectFrom('alerts')
      .innerJoin('user_groups as own', 'own.user_group_id', 'alerts.user_group_id')
      .innerJoin('asset_groups as about', 'about.asset_group_id', 'alerts.asset_group_id')
      .selectAll('alerts')
      .select(['own.user_group_name', 'own.admin_id', 'about.asset_group_name', 'about.admin_id as about_admin_id'])
      .execute();
    const rights = await db
      .selectFrom('user_group_permissions')
      .selectAll()
      .where('permission_id', 'in', [ADMIN_MODIFY, ALARMS_VIEW])
      .execute();
    const holdersOf = (wanted: number) =>
      new Set(rights.filter((row) => row.permission_id === wanted).map((row) => row.user_group_id));
    return {
      subscriptions: subscriptions.map((row) => ({
        userGroupId: row.user_group_id as UserGroupId,
        userGroupName: row.user_group_name,
        assetGroupId: row.asset_group_id as CoverageRecords['subscriptions'][number]['assetGroupId'],
        assetGroupName: row.asset_group_name,
        adminIds: [row.admin_id, row.about_admin_id] as AdminId[],
        severityMin: row.severity_min,
        severityMax: row.severity_max,
        online: row.online === 1,
        offline: row.offline === 1,
        onCallOnly: row.on_call_only === 1,
      })),
      units: (await db.selectFrom('admin_units').select(['admin_id', 'parent_admin_id']).execute()).map((row) => ({
        adminId: row.admin_id,
        parentAdminId: row.parent_admin_id,
      })),
      userGroups: (
        await db.selectFrom('user_groups').select(['user_group_id', 'user_group_name', 'admin_id']).execute()
      ).map((row) => ({
        userGroupId: row.user_group_id as UserGroupId,
        userGroupName: row.user_group_name,
        adminId: row.admin_id as AdminId,
      })),
      administratorGroups: holdersOf(ADMIN_MODIFY),
      alarmGroups: holdersOf(ALARMS_VIEW),
      users: (await db.selectFrom('users').select(['user_id', 'username', 'admin_id']).execute()).map((row) => ({
        userId: row.user_id as UserId,
        username: row.username,
        adminId: row.admin_id as AdminId,
      })),
      members: (await db.selectFrom('user_group_users').select(['user_group_id', 'user_id']).execute()).map((row) => ({
        userGroupId: row.user_group_id,
        userId: row.user_id as UserId,
      })),
      links: (await db.selectFrom('user_group_asset_groups').selectAll().execute()).map((row) => ({
        userGroupId: row.user_group_id,
        assetGroupId: row.asset_group_id,
      })),
      assetGroups: (await db.selectFrom('asset_groups').select(['asset_group_id', 'parent_group_id']).execute()).map(
        (row) => ({ assetGroupId: row.asset_group_id, parentGroupId: row.parent_group_id }),
      ),
      grouped: (await db.selectFrom('asset_group_assets').selectAll().execute()).map((row) => ({
        assetGroupId: row.asset_group_id,
        assetId: row.asset_id as AssetId,
      })),
      assets: await this.#listAssets(),
      alarms: await this.#listAlarms(),
    };
  }

  async #listAssets(): Promise<CoverageRecords['assets']> {
    const rows = await this.#db
      .selectFrom('assets')
      .innerJoin('asset_definitions as kind', 'kind.asset_definition_id', 'assets.asset_definition_id')
      .select([
        'assets.asset_id',
        'assets.asset_alias',
        'assets.serial_number',
        'assets.admin_id',
        'assets.asset_definition_id',
        'kind.asset_definition_name',
      ])
      .execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      assetAlias: row.asset_alias,
      serialNumber: row.serial_number,
      adminId: row.admin_id as AdminId,
      assetDefinitionId: row.asset_definition_id as CoverageRecords['assets'][number]['assetDefinitionId'],
      assetDefinitionName: row.asset_definition_name,
    }));
  }

  async #listAlarms(): Promise<CoverageRecords['alarms']> {
    const rows = await this.#db
      .selectFrom('alarm_definitions')
      .select(['alarm_definition_id', 'asset_definition_id', 'name', 'severity'])
      .execute();
    return rows.map((row) => ({
      alarmDefinitionId: row.alarm_definition_id as CoverageRecords['alarms'][number]['alarmDefinitionId'],
      assetDefinitionId: row.asset_definition_id as CoverageRecords['alarms'][number]['assetDefinitionId'],
      name: row.name,
      severity: row.severity,
    }));
  }

  /** The newest messages, the newest first: to whom, of which asset, and what it was. */
  async listNewestMessages(limit: number): Promise<SentMessage[]> {
    const rows = await this.#db
      .selectFrom('alert_deliveries as told')
      .innerJoin('alert_news as news', 'news.news_id', 'told.news_id')
      .select([
        'told.delivery_id',
        'told.user_id',
        'told.user_group_id',
        'news.asset_id',
        'news.source',
        'news.kind',
        'news.severity',
      ])
      .orderBy('told.delivery_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      userId: row.user_id as UserId | null,
      userGroupId: row.user_group_id,
      assetId: row.asset_id as AssetId,
      isOfAlarm: row.source === 'alarm',
      kind: row.kind,
      severity: row.severity,
    }));
  }
}

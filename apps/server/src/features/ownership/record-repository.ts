import type { AdminId, AssetGroupId, AssetId, ownership, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

/** SQLite takes 32,766 parameters in a statement. */
const IDS_PER_STATEMENT = 10_000;

async function inChunks<Id, Row>(ids: readonly Id[], query: (some: Id[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let first = 0; first < ids.length; first += IDS_PER_STATEMENT) {
    found.push(...(await query(ids.slice(first, first + IDS_PER_STATEMENT))));
  }
  return found;
}

export interface StrayMember {
  username: string;
  userAdminId: AdminId;
  userGroupName: string;
  groupAdminId: AdminId;
}

/** An asset in a group of another unit than its own. */
export interface AssetOfOtherUnit {
  assetId: AssetId;
  assetAdminId: AdminId;
  assetGroupId: AssetGroupId;
  assetGroupName: string;
  groupAdminId: AdminId;
}

/** An asset group that is shown to a user group of another unit. */
export interface GroupOfOtherUnit {
  assetGroupId: AssetGroupId;
  assetGroupName: string;
  assetAdminId: AdminId;
  userGroupId: UserGroupId;
  userGroupName: string;
  userAdminId: AdminId;
}

/** What a change of ownership asks and writes, within its transaction. */
export class RecordRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The units of those of the users that there are. */
  async listUnitsOfUsers(userIds: readonly UserId[]): Promise<AdminId[]> {
    const rows = await inChunks(userIds, (some) =>
      this.#db.selectFrom('users').select('admin_id').where('user_id', 'in', some).execute(),
    );
    return rows.map((row) => row.admin_id as AdminId);
  }

  /** The units of those of the asset groups that there are. */
  async listUnitsOfAssetGroups(assetGroupIds: readonly AssetGroupId[]): Promise<AdminId[]> {
    const rows = await inChunks(assetGroupIds, (some) =>
      this.#db.selectFrom('asset_groups').select('admin_id').where('asset_group_id', 'in', some).execute(),
    );
    return rows.map((row) => row.admin_id as AdminId);
  }

  /** The units of those of the assets that there are, each once. */
  async listUnitsOfAssets(assetIds: readonly AssetId[]): Promise<AdminId[]> {
    const rows = await inChunks(assetIds, (some) =>
      this.#db.selectFrom('assets').select('admin_id').distinct().where('asset_id', 'in', some).execute(),
    );
    return rows.map((row) => row.admin_id as AdminId);
  }

  /** The asset groups in which any of the assets stands. */
  async listAssetGroupsOf(assetIds: readonly AssetId[]): Promise<number[]> {
    const rows = await inChunks(assetIds, (some) =>
      this.#db
        .selectFrom('asset_group_assets')
        .select('asset_group_id')
        .distinct()
        .where('asset_id', 'in', some)
        .execute(),
    );
    return [...new Set(rows.map((row) => row.asset_group_id))];
  }

  /** How many of the assets there are. */
  async countAssets(assetIds: readonly AssetId[]): Promise<number> {
    const rows = await inChunks(assetIds, (some) =>
      this.#db.selectFrom('assets').select('asset_id').where('asset_id', 'in', some).execute(),
    );
    return rows.length;
  }

  async listPermissionsOf(userGroupId: number): Promise<Set<number>> {
    const rows = await this.#db
      .selectFrom('user_group_permissions')
      .select('permission_id')
      .where('user_group_id', '=', userGroupId)
      .orderBy('permission_id')
      .execute();
    return new Set(rows.map((row) => row.permission_id));
  }

  async grant(userGroupId: UserGroupId, permissionIds: readonly number[]): Promise<void> {
    if (permissionIds.length === 0) return;
    await this.#db
      .insertInto('user_group_permissions')
      .values(permissionIds.map((permission_id) => ({ user_group_id: userGroupId, permission_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async revoke(userGroupId: UserGroupId, permissionIds: readonly number[]): Promise<void> {
    if (permissionIds.length === 0) return;
    await this.#db
      .deleteFrom('user_group_permissions')
      .where('user_group_id', '=', userGroupId)
      .where('permission_id', 'in', [...permissionIds])
      .execute();
  }

  async saveAlert(alert: ownership.Alert): Promise<void> {
    const settings = {
      severity_min: alert.severityMin,
      severity_max: alert.severityMax,
      status: storableText(alert.status),
      online: alert.online ? 1 : 0,
      offline: alert.offline ? 1 : 0,
    };
    await this.#db
      .insertInto('alerts')
      .values({ user_group_id: alert.userGroupId, asset_group_id: alert.assetGroupId, ...settings })
      .onConflict((conflict) => conflict.columns(['user_group_id', 'asset_group_id']).doUpdateSet(settings))
      .execute();
  }

  async deleteAlert({
    userGroupId,
    assetGroupId,
  }: Pick<ownership.Alert, 'userGroupId' | 'assetGroupId'>): Promise<void> {
    await this.#db
      .deleteFrom('alerts')
      .where('user_group_id', '=', userGroupId)
      .where('asset_group_id', '=', assetGroupId)
      .execute();
  }

  /** Users who hold any permission at all. */
  async listHolders(): Promise<Set<UserId>> {
    const rows = await this.#db
      .selectFrom('user_group_users')
      .select('user_id')
      .distinct()
      .where('user_group_id', 'in', (query) =>
        query.selectFrom('user_group_permissions').select('user_group_id').distinct(),
      )
      .execute();
    return new Set(rows.map((row) => row.user_id as UserId));
  }

  /** How many users of a unit can log in, change something, and hold a permission. */
  async countAbleHolders(adminId: AdminId, permissionId: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('users')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('admin_id', '=', adminId)
      .where('password_hash', 'is not', null)
      .where('read_only', '=', 0)
      .where('user_id', 'in', (query) =>
        query
          .selectFrom('user_group_users as member')
          .innerJoin('user_group_permissions as granted', 'granted.user_group_id', 'member.user_group_id')
          .select('member.user_id')
          .where('granted.permission_id', '=', permissionId),
      )
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Members of groups of another unit than their own. */
  async listMembersOfOtherUnits(): Promise<StrayMember[]> {
    const rows = await this.#db
      .selectFrom('user_group_users as member')
      .innerJoin('users', 'users.user_id', 'member.user_id')
      .innerJoin('user_groups', 'user_groups.user_group_id', 'member.user_group_id')
      .select([
        'users.username',
        'users.admin_id as userAdminId',
        'user_groups.user_group_name as userGroupName',
        'user_groups.admin_id as groupAdminId',
      ])
      .whereRef('users.admin_id', '<>', 'user_groups.admin_id')
      .execute();
    return rows as StrayMember[];
  }

  async listAssetsOfOtherUnits(): Promise<AssetOfOtherUnit[]> {
    const rows = await this.#db
      .selectFrom('asset_group_assets as link')
      .innerJoin('assets', 'assets.asset_id', 'link.asset_id')
      .innerJoin('asset_groups', 'asset_groups.asset_group_id', 'link.asset_group_id')
      .select([
        'link.asset_id as assetId',
        'assets.admin_id as assetAdminId',
        'link.asset_group_id as assetGroupId',
        'asset_groups.asset_group_name as assetGroupName',
        'asset_groups.admin_id as groupAdminId',
      ])
      .whereRef('assets.admin_id', '<>', 'asset_groups.admin_id')
      .execute();
    return rows as AssetOfOtherUnit[];
  }

  async listGroupsShownToOtherUnits(): Promise<GroupOfOtherUnit[]> {
    const rows = await this.#db
      .selectFrom('user_group_asset_groups as link')
      .innerJoin('asset_groups', 'asset_groups.asset_group_id', 'link.asset_group_id')
      .innerJoin('user_groups', 'user_groups.user_group_id', 'link.user_group_id')
      .select([
        'link.asset_group_id as assetGroupId',
        'asset_groups.asset_group_name as assetGroupName',
        'asset_groups.admin_id as assetAdminId',
        'link.user_group_id as userGroupId',
        'user_groups.user_group_name as userGroupName',
        'user_groups.admin_id as userAdminId',
      ])
      .whereRef('asset_groups.admin_id', '<>', 'user_groups.admin_id')
      .execute();
    return rows as GroupOfOtherUnit[];
  }
}

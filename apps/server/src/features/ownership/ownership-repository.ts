import type { AssetGroupId, AssetId, ownership, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** Whole tables of ownership, one query each: whoever asks narrows them down in memory. */
export class OwnershipRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async listUnits(): Promise<ownership.AdminUnit[]> {
    return (await this.#db
      .selectFrom('admin_units')
      .select(['admin_id as adminId', 'admin_name as adminName', 'parent_admin_id as parentAdminId'])
      .orderBy('admin_id')
      .execute()) as ownership.AdminUnit[];
  }

  /** By name. */
  async listUsers(): Promise<ownership.OwnedUser[]> {
    const rows = await this.#usersQuery().orderBy('username_key').execute();
    return rows.map(toOwnedUser);
  }

  async findUser(userId: UserId): Promise<ownership.OwnedUser | undefined> {
    const row = await this.#usersQuery().where('user_id', '=', userId).executeTakeFirst();
    return row && toOwnedUser(row);
  }

  async listAssets(): Promise<ownership.OwnedAsset[]> {
    return (await this.#assetsQuery().orderBy('assets.asset_id').execute()).map(toOwnedAsset);
  }

  async findAsset(assetId: AssetId): Promise<ownership.OwnedAsset | undefined> {
    const row = await this.#assetsQuery().where('assets.asset_id', '=', assetId).executeTakeFirst();
    return row && toOwnedAsset(row);
  }

  /** The permissions of every user group, or of one. */
  async listPermissions(userGroupId?: UserGroupId): Promise<Map<UserGroupId, Set<number>>> {
    let query = this.#db.selectFrom('user_group_permissions').select(['user_group_id', 'permission_id']);
    if (userGroupId !== undefined) query = query.where('user_group_id', '=', userGroupId);
    const found = new Map<UserGroupId, Set<number>>();
    for (const row of await query.execute()) {
      const groupId = row.user_group_id as UserGroupId;
      const known = found.get(groupId);
      if (known) known.add(row.permission_id);
      else found.set(groupId, new Set([row.permission_id]));
    }
    return found;
  }

  async listUserGroupUsers(userGroupId?: UserGroupId): Promise<ownership.Ownership['userGroupUsers']> {
    const query = this.#db.selectFrom('user_group_users').select(['user_group_id as userGroupId', 'user_id as userId']);
    const some = userGroupId === undefined ? query : query.where('user_group_id', '=', userGroupId);
    return (await some.orderBy('user_group_id').orderBy('user_id').execute()) as ownership.Ownership['userGroupUsers'];
  }

  async listUserGroupAssetGroups(userGroupId?: UserGroupId): Promise<ownership.Ownership['userGroupAssetGroups']> {
    const query = this.#db
      .selectFrom('user_group_asset_groups')
      .select(['user_group_id as userGroupId', 'asset_group_id as assetGroupId']);
    const some = userGroupId === undefined ? query : query.where('user_group_id', '=', userGroupId);
    const rows = await some.orderBy('user_group_id').orderBy('asset_group_id').execute();
    return rows as ownership.Ownership['userGroupAssetGroups'];
  }

  async listAssetGroupAssets(assetGroupId?: AssetGroupId): Promise<ownership.Ownership['assetGroupAssets']> {
    const query = this.#db
      .selectFrom('asset_group_assets')
      .select(['asset_group_id as assetGroupId', 'asset_id as assetId']);
    const some = assetGroupId === undefined ? query : query.where('asset_group_id', '=', assetGroupId);
    const rows = await some.orderBy('asset_group_id').orderBy('asset_id').execute();
    return rows as ownership.Ownership['assetGroupAssets'];
  }

  async listAlerts(): Promise<ownership.Alert[]> {
    const rows = await this.#db.selectFrom('alerts').selectAll().orderBy('user_group_id').execute();
    return rows.map((row) => ({
      assetGroupId: row.asset_group_id as AssetGroupId,
      userGroupId: row.user_group_id as UserGroupId,
      severityMin: row.severity_min,
      severityMax: row.severity_max,
      status: row.status,
      online: row.online === 1,
      offline: row.offline === 1,
    }));
  }

  #assetsQuery() {
    return this.#db
      .selectFrom('assets')
      .innerJoin('asset_definitions as definition', 'definition.asset_definition_id', 'assets.asset_definition_id')
      .select([
        'assets.asset_id',
        'assets.asset_alias',
        'assets.serial_number',
        'assets.asset_definition_id',
        'definition.asset_definition_name',
        'assets.admin_id',
      ]);
  }

  #usersQuery() {
    return this.#db.selectFrom('users').select((select) => [
      'user_id',
      'username',
      'admin_id',
      // Who logs in with an identity provider needs no link to set a password.
      select
        .or([
          select('password_hash', 'is not', null),
          select('reset_expires_ms', 'is not', null),
          select('user_id', 'in', select.selectFrom('external_logins').select('external_logins.user_id')),
        ])
        .as('reset_sent'),
      'last_seen_ms',
      select('user_id', 'in', (factors) =>
        factors.selectFrom('second_factors').select('second_factors.user_id').where('confirmed_ms', 'is not', null),
      ).as('second_factor'),
    ]);
  }
}

interface UserRow {
  user_id: number;
  username: string;
  admin_id: number;
  reset_sent: unknown;
  last_seen_ms: number | null;
  second_factor: unknown;
}

function toOwnedUser(row: UserRow): ownership.OwnedUser {
  return {
    userId: row.user_id as UserId,
    username: row.username,
    adminId: row.admin_id as ownership.OwnedUser['adminId'],
    resetSent: Boolean(row.reset_sent),
    lastSeen: row.last_seen_ms === null ? null : new Date(row.last_seen_ms).toISOString(),
    secondFactor: Boolean(row.second_factor),
  };
}

interface AssetRow {
  asset_id: number;
  asset_alias: string;
  serial_number: string;
  asset_definition_id: number;
  asset_definition_name: string;
  admin_id: number;
}

function toOwnedAsset(row: AssetRow): ownership.OwnedAsset {
  return {
    assetId: row.asset_id as AssetId,
    assetAlias: row.asset_alias,
    serialNumber: row.serial_number,
    assetDefinitionId: row.asset_definition_id as ownership.OwnedAsset['assetDefinitionId'],
    assetDefinition: { assetDefinitionName: row.asset_definition_name },
    adminId: row.admin_id as ownership.OwnedAsset['adminId'],
  };
}

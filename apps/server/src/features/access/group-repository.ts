import type { AdminId, AssetGroupId, AssetId, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Executor } from './user-repository.ts';

export interface NewGroup {
  name: string;
  description: string;
  adminId: AdminId;
  parentGroupId: number | null;
}

const ROWS_PER_INSERT = 5_000;

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += ROWS_PER_INSERT) yield items.slice(first, first + ROWS_PER_INSERT);
}

/** Admin units, user groups, asset groups and the links between them, users and assets. */
export class GroupRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insertAdminUnit(name: string, parentAdminId: AdminId, db: Executor = this.#db): Promise<AdminId> {
    const row = await db
      .insertInto('admin_units')
      .values({ admin_name: name, parent_admin_id: parentAdminId })
      .returning('admin_id')
      .executeTakeFirstOrThrow();
    return row.admin_id as AdminId;
  }

  async insertUserGroup(group: NewGroup, db: Executor = this.#db): Promise<UserGroupId> {
    const row = await db
      .insertInto('user_groups')
      .values({
        user_group_name: group.name,
        description: group.description,
        admin_id: group.adminId,
        parent_group_id: group.parentGroupId,
      })
      .returning('user_group_id')
      .executeTakeFirstOrThrow();
    return row.user_group_id as UserGroupId;
  }

  async insertAssetGroup(group: NewGroup, db: Executor = this.#db): Promise<AssetGroupId> {
    const row = await db
      .insertInto('asset_groups')
      .values({
        asset_group_name: group.name,
        description: group.description,
        admin_id: group.adminId,
        parent_group_id: group.parentGroupId,
      })
      .returning('asset_group_id')
      .executeTakeFirstOrThrow();
    return row.asset_group_id as AssetGroupId;
  }

  async listPermissions(userGroupId: UserGroupId): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('user_group_permissions')
      .select('permission_id')
      .where('user_group_id', '=', userGroupId)
      .orderBy('permission_id')
      .execute();
    return rows.map((row) => row.permission_id);
  }

  async grant(userGroupId: UserGroupId, permissionIds: readonly number[], db: Executor = this.#db): Promise<void> {
    if (permissionIds.length === 0) return;
    await db
      .insertInto('user_group_permissions')
      .values(permissionIds.map((permission_id) => ({ user_group_id: userGroupId, permission_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async revoke(userGroupId: UserGroupId, permissionIds: readonly number[], db: Executor = this.#db): Promise<void> {
    if (permissionIds.length === 0) return;
    await db
      .deleteFrom('user_group_permissions')
      .where('user_group_id', '=', userGroupId)
      .where('permission_id', 'in', [...permissionIds])
      .execute();
  }

  async listUsers(userGroupId: UserGroupId): Promise<UserId[]> {
    const rows = await this.#db
      .selectFrom('user_group_users')
      .select('user_id')
      .where('user_group_id', '=', userGroupId)
      .execute();
    return rows.map((row) => row.user_id as UserId);
  }

  async linkUser(userGroupId: UserGroupId, userId: UserId, db: Executor = this.#db): Promise<void> {
    await db
      .insertInto('user_group_users')
      .values({ user_group_id: userGroupId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async unlinkUser(userGroupId: UserGroupId, userId: UserId, db: Executor = this.#db): Promise<void> {
    await db
      .deleteFrom('user_group_users')
      .where('user_group_id', '=', userGroupId)
      .where('user_id', '=', userId)
      .execute();
  }

  async linkAssetGroup(userGroupId: UserGroupId, assetGroupId: AssetGroupId, db: Executor = this.#db): Promise<void> {
    await db
      .insertInto('user_group_asset_groups')
      .values({ user_group_id: userGroupId, asset_group_id: assetGroupId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async unlinkAssetGroup(userGroupId: UserGroupId, assetGroupId: AssetGroupId, db: Executor = this.#db): Promise<void> {
    await db
      .deleteFrom('user_group_asset_groups')
      .where('user_group_id', '=', userGroupId)
      .where('asset_group_id', '=', assetGroupId)
      .execute();
  }

  async addAssets(assetGroupId: AssetGroupId, assetIds: readonly AssetId[], db: Executor = this.#db): Promise<void> {
    for (const some of chunks(assetIds)) {
      await db
        .insertInto('asset_group_assets')
        .values(some.map((asset_id) => ({ asset_group_id: assetGroupId, asset_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  async removeAssets(assetGroupId: AssetGroupId, assetIds: readonly AssetId[], db: Executor = this.#db): Promise<void> {
    for (const some of chunks(assetIds)) {
      await db
        .deleteFrom('asset_group_assets')
        .where('asset_group_id', '=', assetGroupId)
        .where('asset_id', 'in', [...some])
        .execute();
    }
  }
}

import type { AssetGroupId, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** Finds the groups that an earlier start of the demonstration made, by their names. */
export class DemoGroupRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findAssetGroup(name: string): Promise<AssetGroupId | undefined> {
    const row = await this.#db
      .selectFrom('asset_groups')
      .select('asset_group_id')
      .where('asset_group_name', '=', name)
      .orderBy('asset_group_id')
      .executeTakeFirst();
    return row && (row.asset_group_id as AssetGroupId);
  }

  async findUserGroup(name: string): Promise<UserGroupId | undefined> {
    const row = await this.#db
      .selectFrom('user_groups')
      .select('user_group_id')
      .where('user_group_name', '=', name)
      .orderBy('user_group_id')
      .executeTakeFirst();
    return row && (row.user_group_id as UserGroupId);
  }

  async hasUser(userGroupId: UserGroupId, userId: UserId): Promise<boolean> {
    const row = await this.#db
      .selectFrom('user_group_users')
      .select('user_id')
      .where('user_group_id', '=', userGroupId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  }
}

import type { AdminId, AssetGroupId, AssetId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** The questions that decide what a user may do and see. */
export class ScopeRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Effective permissions: the union over the user's groups (spec 2 §4). */
  async listPermissions(userId: UserId): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('user_group_users as member')
      .innerJoin('user_group_permissions as granted', 'granted.user_group_id', 'member.user_group_id')
      .select('granted.permission_id')
      .distinct()
      .where('member.user_id', '=', userId)
      .execute();
    return rows.map((row) => row.permission_id);
  }

  /** Assets reached over user group → asset group, with the groups below it, inside the admin unit or below it. */
  async listAssetsByGroup(userId: UserId, adminId: AdminId): Promise<AssetId[]> {
    const rows = await this.#db
      .withRecursive('below', (cte) =>
        cte
          .selectFrom('user_group_users as member')
          .innerJoin('user_group_asset_groups as link', 'link.user_group_id', 'member.user_group_id')
          .select('link.asset_group_id')
          .where('member.user_id', '=', userId)
          .union(
            cte
              .selectFrom('asset_groups as child')
              .innerJoin('below', 'below.asset_group_id', 'child.parent_group_id')
              .select('child.asset_group_id'),
          ),
      )
      .withRecursive('units', (cte) => unitsBelow(cte, adminId))
      .selectFrom('asset_group_assets as grouped')
      .innerJoin('below', 'below.asset_group_id', 'grouped.asset_group_id')
      .innerJoin('assets', 'assets.asset_id', 'grouped.asset_id')
      .innerJoin('units', 'units.admin_id', 'assets.admin_id')
      .select('assets.asset_id')
      .distinct()
      .execute();
    return rows.map((row) => row.asset_id as AssetId);
  }

  /** Every asset of an asset group and of the groups below it. */
  async listAssetsOfGroup(assetGroupId: AssetGroupId): Promise<AssetId[]> {
    const rows = await this.#db
      .withRecursive('below', (cte) =>
        cte
          .selectFrom('asset_groups as own')
          .select('own.asset_group_id')
          .where('own.asset_group_id', '=', assetGroupId)
          .union(
            cte
              .selectFrom('asset_groups as child')
              .innerJoin('below', 'below.asset_group_id', 'child.parent_group_id')
              .select('child.asset_group_id'),
          ),
      )
      .selectFrom('asset_group_assets as grouped')
      .innerJoin('below', 'below.asset_group_id', 'grouped.asset_group_id')
      .select('grouped.asset_id')
      .distinct()
      .execute();
    return rows.map((row) => row.asset_id as AssetId);
  }

  /** Every asset of an admin unit and of the units below it. */
  async listAssetsOfUnit(adminId: AdminId): Promise<AssetId[]> {
    const rows = await this.#db
      .withRecursive('units', (cte) => unitsBelow(cte, adminId))
      .selectFrom('assets')
      .innerJoin('units', 'units.admin_id', 'assets.admin_id')
      .select('assets.asset_id')
      .execute();
    return rows.map((row) => row.asset_id as AssetId);
  }
}

function unitsBelow(cte: Pick<Kysely<Database & { units: { admin_id: number } }>, 'selectFrom'>, adminId: AdminId) {
  return cte
    .selectFrom('admin_units as own')
    .select('own.admin_id')
    .where('own.admin_id', '=', adminId)
    .union(
      cte
        .selectFrom('admin_units as child')
        .innerJoin('units', 'units.admin_id', 'child.parent_admin_id')
        .select('child.admin_id'),
    );
}

import type { AdminId, AssetGroupId, AssetId, UserGroupId, UserId } from '@telltale/contract';
import { ADMIN_MODIFY } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** A way from a user to an asset. */
export interface AssetPath {
  userId: UserId;
  userGroupId: UserGroupId;
  /** The asset group that the user group is linked with. */
  linkedGroupId: AssetGroupId;
  /** The group that holds the asset: the linked one, or one below it. */
  holderId: AssetGroupId;
}

/** A user who administers an admin unit. */
export interface Administrator {
  userId: UserId;
  adminId: AdminId;
}

export interface Grant {
  userId: UserId;
  userGroupId: UserGroupId;
  permissionId: number;
}

export interface AssetGroupReach {
  userGroupId: UserGroupId;
  assetGroupId: AssetGroupId;
  /** The assets of the group and of the groups below it. */
  assetIds: AssetId[];
}

/** The questions of `ScopeRepository` asked from the other end: who reaches an asset, and on which way. */
export class ReachRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Ways over user group → asset group (and the groups below it) → asset, of users whose unit is the asset's or above. */
  async listPathsTo(assetId: AssetId): Promise<AssetPath[]> {
    const rows = await this.#db
      .withRecursive('above', (cte) => groupsAbove(cte, assetId))
      .withRecursive('units', (cte) => unitsAbove(cte, assetId))
      .selectFrom('above')
      .innerJoin('user_group_asset_groups as link', 'link.asset_group_id', 'above.asset_group_id')
      .innerJoin('user_group_users as member', 'member.user_group_id', 'link.user_group_id')
      .innerJoin('users', 'users.user_id', 'member.user_id')
      .innerJoin('units', 'units.admin_id', 'users.admin_id')
      .select([
        'users.user_id as userId',
        'member.user_group_id as userGroupId',
        'above.asset_group_id as linkedGroupId',
        'above.holder_id as holderId',
      ])
      .distinct()
      .execute();
    return rows as AssetPath[];
  }

  /** Who holds AdminModify, each once. */
  async listAdministrators(): Promise<Administrator[]> {
    const rows = await this.#db
      .selectFrom('users')
      .select(['user_id as userId', 'admin_id as adminId'])
      .where('user_id', 'in', (query) =>
        query
          .selectFrom('user_group_users as member')
          .innerJoin('user_group_permissions as granted', 'granted.user_group_id', 'member.user_group_id')
          .select('member.user_id')
          .where('granted.permission_id', '=', ADMIN_MODIFY),
      )
      .execute();
    return rows as Administrator[];
  }

  /** The units above which an asset stands, its own among them. */
  async listUnitsAbove(assetId: AssetId): Promise<AdminId[]> {
    const rows = await this.#db
      .withRecursive('units', (cte) => unitsAbove(cte, assetId))
      .selectFrom('units')
      .select('units.admin_id')
      .execute();
    return rows.map((row) => row.admin_id as AdminId);
  }

  /** Who holds one of the permissions, and through which groups. */
  async listGrants(of: { permissionIds: readonly [number, ...number[]] } | { userId: UserId }): Promise<Grant[]> {
    const query = this.#db
      .selectFrom('user_group_users as member')
      .innerJoin('user_group_permissions as granted', 'granted.user_group_id', 'member.user_group_id')
      .select([
        'member.user_id as userId',
        'member.user_group_id as userGroupId',
        'granted.permission_id as permissionId',
      ])
      .orderBy('granted.permission_id')
      .orderBy('member.user_group_id');
    const some =
      'userId' in of
        ? query.where('member.user_id', '=', of.userId)
        : query.where('granted.permission_id', 'in', [...of.permissionIds]);
    return (await some.execute()) as Grant[];
  }

  /** The user groups of a user. */
  async listGroupsOf(userId: UserId): Promise<UserGroupId[]> {
    const rows = await this.#db
      .selectFrom('user_group_users')
      .select('user_group_id')
      .where('user_id', '=', userId)
      .orderBy('user_group_id')
      .execute();
    return rows.map((row) => row.user_group_id as UserGroupId);
  }

  /** The asset groups that the groups of a user are linked with, each with everything that stands in or below it. */
  async listReachOf(userId: UserId): Promise<AssetGroupReach[]> {
    const rows = await this.#db
      .withRecursive('below', (cte) =>
        cte
          .selectFrom('user_group_users as member')
          .innerJoin('user_group_asset_groups as link', 'link.user_group_id', 'member.user_group_id')
          .select(['link.asset_group_id as linked_id', 'link.asset_group_id'])
          .where('member.user_id', '=', userId)
          .union(
            cte
              .selectFrom('asset_groups as child')
              .innerJoin('below', 'below.asset_group_id', 'child.parent_group_id')
              .select(['below.linked_id', 'child.asset_group_id']),
          ),
      )
      .selectFrom('below')
      .leftJoin('asset_group_assets as grouped', 'grouped.asset_group_id', 'below.asset_group_id')
      .select(['below.linked_id', 'grouped.asset_id'])
      .distinct()
      .execute();
    const assets = Map.groupBy(rows, (row) => row.linked_id);
    const links = await this.#db
      .selectFrom('user_group_users as member')
      .innerJoin('user_group_asset_groups as link', 'link.user_group_id', 'member.user_group_id')
      .select(['member.user_group_id', 'link.asset_group_id'])
      .where('member.user_id', '=', userId)
      .orderBy('link.asset_group_id')
      .orderBy('member.user_group_id')
      .execute();
    return links.map(({ user_group_id, asset_group_id }) => ({
      userGroupId: user_group_id as UserGroupId,
      assetGroupId: asset_group_id as AssetGroupId,
      assetIds: (assets.get(asset_group_id) ?? []).flatMap(({ asset_id }) =>
        asset_id === null ? [] : [asset_id as AssetId],
      ),
    }));
  }
}

interface AboveTables {
  above: { asset_group_id: number; holder_id: number };
  units: { admin_id: number };
}
type Cte = Pick<Kysely<Database & AboveTables>, 'selectFrom'>;

/** The groups in which an asset stands, and those above each. */
function groupsAbove(cte: Cte, assetId: AssetId) {
  return cte
    .selectFrom('asset_group_assets as own')
    .select(['own.asset_group_id', 'own.asset_group_id as holder_id'])
    .where('own.asset_id', '=', assetId)
    .union(
      cte
        .selectFrom('asset_groups as child')
        .innerJoin('above', 'above.asset_group_id', 'child.asset_group_id')
        .where('child.parent_group_id', 'is not', null)
        .select((select) => [select.ref('child.parent_group_id').$notNull().as('asset_group_id'), 'above.holder_id']),
    );
}

/** The unit of an asset, and those above it. */
function unitsAbove(cte: Cte, assetId: AssetId) {
  return cte
    .selectFrom('assets')
    .select('assets.admin_id')
    .where('assets.asset_id', '=', assetId)
    .union(
      cte
        .selectFrom('admin_units as child')
        .innerJoin('units', 'units.admin_id', 'child.admin_id')
        .where('child.parent_admin_id', 'is not', null)
        .select((select) => select.ref('child.parent_admin_id').$notNull().as('admin_id')),
    );
}

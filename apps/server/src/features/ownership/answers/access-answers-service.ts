import {
  ADMIN_MODIFY,
  type AdminId,
  type AssetGroupId,
  type AssetId,
  type accessAnswers,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import type { Rights } from '../ownership-changes.ts';
import type { OwnershipRules, Sources } from '../ownership-rules.ts';

type Administration = 'unit' | 'everything' | null;

interface Path {
  userGroupId: UserGroupId;
  linkedGroupId: AssetGroupId;
  holderId: AssetGroupId;
}

/** What the access feature knows of who reaches what. */
export interface Reach {
  viewersOf(
    assetId: AssetId,
  ): Promise<readonly { userId: UserId; administers: Administration; paths: readonly Path[] }[]>;
  /** What an administrator of a unit has in sight. */
  administrationIn(adminId: AdminId): 'unit' | 'everything';
  grantsOf(
    of: { permissionIds: readonly [number, ...number[]] } | { userId: UserId },
  ): Promise<readonly { userId: UserId; userGroupId: UserGroupId; permissionId: number }[]>;
  reachOf(
    userId: UserId,
  ): Promise<readonly { userGroupId: UserGroupId; assetGroupId: AssetGroupId; assetIds: readonly AssetId[] }[]>;
  groupsOf(userId: UserId): Promise<readonly UserGroupId[]>;
  /** Those of the users that can log in: by a password, or by the identity provider. */
  listAbleToLogIn(): Promise<ReadonlySet<UserId>>;
  isReadOnly(userId: UserId): Promise<boolean>;
}

interface Parts {
  rules: OwnershipRules;
  sources: Sources;
  rights: Rights;
  reach: Reach;
}

/** 'Who can see this asset?' and 'what may this user?', as far as the caller may know. */
export class AccessAnswersService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws HttpError 404 for an asset that the caller does not see */
  async ofAsset(caller: Caller, assetId: AssetId, permissionId: number): Promise<accessAnswers.AssetAccess> {
    const { rules, sources, reach } = this.#parts;
    const asset = caller.visibility.canSee(assetId) ? await sources.tables.findAsset(assetId) : undefined;
    if (!asset) throw notFound('The asset');
    const names = await this.#namesFor(caller);
    const inSight = await rules.unitsInSight(caller, sources);
    const users = new Map((await sources.tables.listUsers()).map((user) => [user.userId, user]));
    const able = await reach.listAbleToLogIn();
    const grants = Map.groupBy(
      await reach.grantsOf({ permissionIds: [ADMIN_MODIFY, permissionId] }),
      (one) => one.userId,
    );

    const found: accessAnswers.AssetUser[] = [];
    let withoutPermission = 0;
    for (const { userId, administers, paths } of await reach.viewersOf(assetId)) {
      const user = users.get(userId);
      if (!user || !inSight.has(user.adminId)) continue;
      const grantedBy = names.userGroups.refs((grants.get(userId) ?? []).map((one) => one.userGroupId));
      if (grantedBy.length === 0) {
        withoutPermission += 1;
        continue;
      }
      const { username, adminId } = user;
      const reachedBy = administers === null ? names.paths(paths) : [];
      found.push({ userId, username, adminId, canLogIn: able.has(userId), administers, grantedBy, reachedBy });
    }
    const place = new Map([...users.keys()].map((userId, index) => [userId, index]));
    found.sort((a, b) => (place.get(a.userId) ?? 0) - (place.get(b.userId) ?? 0));
    const { assetAlias, serialNumber } = asset;
    return {
      asset: { assetId, assetAlias, serialNumber },
      permissionId,
      users: found,
      withoutPermission,
      userGroups: names.userGroups.used(),
      assetGroups: names.assetGroups.used(),
    };
  }

  /** @throws HttpError 404 for a user whom the caller may not know of */
  async ofUser(caller: Caller, userId: UserId): Promise<accessAnswers.UserAccess> {
    const { rules, sources, rights, reach } = this.#parts;
    await rules.requireUsers(caller, [userId], sources);
    const user = await sources.tables.findUser(userId);
    const access = await rights.accessOf(userId);
    if (!user || !access) throw notFound('The user');
    const names = await this.#namesFor(caller);
    const { permissions, visibility } = access;
    const grants = Map.groupBy(await reach.grantsOf({ userId }), (one) => one.permissionId);
    const isSeen = (assetId: AssetId) => visibility.canSee(assetId) && caller.visibility.canSee(assetId);

    const reached = new Map<AssetGroupId, { userGroupIds: UserGroupId[]; assetCount: number }>();
    for (const { assetGroupId, userGroupId, assetIds } of await reach.reachOf(userId)) {
      const known = reached.get(assetGroupId);
      if (known) known.userGroupIds.push(userGroupId);
      else reached.set(assetGroupId, { userGroupIds: [userGroupId], assetCount: assetIds.filter(isSeen).length });
    }
    const reaches = [...reached].map(([assetGroupId, { userGroupIds, assetCount }]) => ({
      assetGroupId: names.assetGroups.ref(assetGroupId),
      userGroupIds: names.userGroups.refs(userGroupIds),
      assetCount,
    }));
    // A group that gives nothing is still one that the user is in.
    names.userGroups.refs(await reach.groupsOf(userId));
    return {
      user: { userId, username: user.username, adminId: user.adminId, readOnly: await reach.isReadOnly(userId) },
      administers: permissions.has(ADMIN_MODIFY) ? reach.administrationIn(user.adminId) : null,
      permissions: [...permissions]
        .sort((a, b) => a - b)
        .map((permissionId) => ({
          permissionId,
          grantedBy: names.userGroups.refs((grants.get(permissionId) ?? []).map((one) => one.userGroupId)),
        })),
      reaches,
      assetCount: await this.#countSeenByBoth(caller, visibility),
      userGroups: names.userGroups.used(),
      assetGroups: names.assetGroups.used(),
    };
  }

  async #countSeenByBoth(
    caller: Caller,
    { assetIds }: { assetIds: ReadonlySet<AssetId> | undefined },
  ): Promise<number> {
    if (assetIds) return [...assetIds].filter((assetId) => caller.visibility.canSee(assetId)).length;
    const all = await this.#parts.sources.tables.listAssets();
    return all.filter(({ assetId }) => caller.visibility.canSee(assetId)).length;
  }

  async #namesFor(caller: Caller) {
    const { rules, sources } = this.#parts;
    const inSight = await rules.unitsInSight(caller, sources);
    const of = async (kind: 'user' | 'asset') =>
      (await sources.groups.list(kind)).filter((group) => inSight.has(group.adminId));
    const userGroups = new Names<UserGroupId, accessAnswers.UserAccess['userGroups'][number]>(
      await of('user'),
      ({ id, name, adminId }) => ({
        userGroupId: id as UserGroupId,
        userGroupName: name,
        adminId,
      }),
    );
    const assetGroups = new Names<AssetGroupId, accessAnswers.UserAccess['assetGroups'][number]>(
      await of('asset'),
      ({ id, name, adminId }) => ({
        assetGroupId: id as AssetGroupId,
        assetGroupName: name,
        adminId,
      }),
    );
    const paths = (ways: readonly Path[]) => {
      const told = ways.map(({ userGroupId, linkedGroupId, holderId }) => ({
        userGroupId: userGroups.ref(userGroupId),
        linkedGroupId: assetGroups.ref(linkedGroupId),
        holderId: assetGroups.ref(holderId),
      }));
      return [...new Map(told.map((way) => [Object.values(way).join(), way])).values()];
    };
    return { userGroups, assetGroups, paths };
  }
}

interface Group {
  id: number;
  name: string;
  adminId: AdminId;
}

/** The groups that the caller may know of; those that an answer names are told with it, the others stay without name. */
class Names<Id extends number, Told> {
  readonly #groups: ReadonlyMap<number, Group>;
  readonly #tell: (group: Group) => Told;
  readonly #used = new Set<number>();

  constructor(groups: readonly Group[], tell: (group: Group) => Told) {
    this.#groups = new Map(groups.map((group) => [group.id, group]));
    this.#tell = tell;
  }

  ref(id: Id): Id | null {
    if (!this.#groups.has(id)) return null;
    this.#used.add(id);
    return id;
  }

  /** Each once. */
  refs(ids: readonly Id[]): (Id | null)[] {
    return [...new Set(ids.map((id) => this.ref(id)))];
  }

  used(): Told[] {
    return [...this.#groups.values()].filter(({ id }) => this.#used.has(id)).map(this.#tell);
  }
}

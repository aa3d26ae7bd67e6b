import { ADMIN_MODIFY, type AdminId, type AssetId, type UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { Visibility } from '#http/caller.ts';
import { seesEverything } from '#http/system-caller.ts';
import type { Topic } from '#news/topic.ts';
import type { ScopeRepository } from './scope-repository.ts';
import type { UserRepository } from './user-repository.ts';

/** Holders of AdminModify in this unit see everything (spec 3 §5). */
const ROOT_ADMIN_ID = 1;

/** What holders of AdminModify of a unit have in sight: everything, or their unit and those below it. */
export function administrationIn(adminId: AdminId): 'everything' | 'unit' {
  return adminId === ROOT_ADMIN_ID ? 'everything' : 'unit';
}

/** What a user may do and see at this moment. */
export interface UserAccess {
  readonly userId: UserId;
  readonly username: string;
  readonly adminId: AdminId;
  readonly permissions: ReadonlySet<number>;
  readonly visibility: Visibility;
  readonly readOnly: boolean;
}

/** `users`: the rights of these changed. `ended`: their sessions must end (password changed, user deleted). */
export type AccessChange = { users: readonly UserId[] } | { ended: readonly UserId[] } | { everyone: true };

type Listener = (change: AccessChange) => void;

/** Computes access, keeps it until something changes, and tells who must look again. */
export class AccessService {
  readonly #users: UserRepository;
  readonly #scope: ScopeRepository;
  readonly #news: Topic<AccessChange>;
  readonly #listeners = new Set<Listener>();
  #kept = new Map<UserId, Promise<UserAccess | undefined>>();

  constructor(users: UserRepository, scope: ScopeRepository, news: Topic<AccessChange>) {
    this.#users = users;
    this.#scope = scope;
    this.#news = news;
    news.subscribe((change) => this.follow(change));
  }

  /** Undefined when there is no such user. */
  async accessOf(userId: UserId): Promise<UserAccess | undefined> {
    const kept = this.#kept.get(userId);
    if (kept) return kept;
    const current = this.#kept;
    const computed = this.#compute(userId);
    current.set(userId, computed);
    computed.catch(() => current.delete(userId));
    return computed;
  }

  /** Tells of a change, with it. */
  changed(unit: Pick<Work, 'tell'>, change: AccessChange): void {
    unit.tell(this.#news, change);
  }

  /** Forgets what was computed and tells the listeners: of a change, or of what follows from other news. */
  follow(change: AccessChange): void {
    this.forget(change);
    for (const listener of this.#listeners) listener(change);
  }

  /** Computes anew at the next question, without telling anybody: nobody has lost or won what they already look at. */
  forget(change: AccessChange = { everyone: true }): void {
    // A new map, so that a computation under way puts its answer, older than the change, where nobody looks.
    if ('everyone' in change) {
      this.#kept = new Map();
      return;
    }
    const affected = new Set('users' in change ? change.users : change.ended);
    this.#kept = new Map([...this.#kept].filter(([userId]) => !affected.has(userId)));
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #compute(userId: UserId): Promise<UserAccess | undefined> {
    const user = await this.#users.find(userId);
    if (!user) return undefined;
    const permissions = new Set(await this.#scope.listPermissions(userId));
    return {
      userId,
      username: user.username,
      adminId: user.adminId,
      permissions,
      visibility: await this.#visibility(userId, user.adminId, permissions.has(ADMIN_MODIFY)),
      readOnly: user.readOnly,
    };
  }

  async #visibility(userId: UserId, adminId: AdminId, isAdministrator: boolean): Promise<Visibility> {
    if (isAdministrator && administrationIn(adminId) === 'everything') return seesEverything;
    const ids = isAdministrator
      ? await this.#scope.listAssetsOfUnit(adminId)
      : await this.#scope.listAssetsByGroup(userId, adminId);
    const assetIds: ReadonlySet<AssetId> = new Set(ids);
    return { everything: false, canSee: (assetId) => assetIds.has(assetId), assetIds };
  }
}

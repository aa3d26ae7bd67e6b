import { ADMIN_MODIFY, type AdminId, type AssetId, type UserId, type View } from '@telltale/contract';

/**
 * Which assets a caller may touch: user group → asset group (and the groups below it) → asset, within the admin unit
 * (spec 3 §5). One object decides it for REST, the live hub and exports; it is made anew when rights change.
 */
export interface Visibility {
  /** True for holders of AdminModify in admin unit 1: no list is kept. */
  readonly everything: boolean;
  canSee(assetId: AssetId): boolean;
  /** The visible asset ids; undefined when everything is visible. */
  readonly assetIds: ReadonlySet<AssetId> | undefined;
}

/** A caller who is somebody else in truth. */
export interface CallerView {
  /** The administrator who views. */
  readonly by: Caller;
  /** Undefined once it has ended. */
  readonly told: View | undefined;
}

/** Who makes a call, resolved once per request from the session cookie or a Bearer token. */
export interface Caller {
  readonly userId: UserId;
  readonly username: string;
  readonly adminId: AdminId;
  /** The session's id; for an API token, its name. */
  readonly authId: string;
  /** How far it is proved who this is. An API token never leads to the account itself (spec 3 §14). */
  readonly proof: 'token' | 'session' | 'fresh';
  /** Effective permission ids; AdminModify already stands for all of them. */
  readonly permissions: ReadonlySet<number>;
  readonly visibility: Visibility;
  /** The `view-only` sandbox account may change nothing, not even its own attributes (spec 3 §13). */
  readonly readOnly: boolean;
  /** Set where an administrator views the portal as this user; absent where the user is there. */
  readonly view?: CallerView;
  /** Where the request comes from, for the journal; absent where there is no request. */
  readonly address?: string;
}

/** Tells a caller from whoever else acts: a device, the portal itself. */
export function isCaller<Other extends object>(actor: Caller | Other): actor is Caller {
  return 'visibility' in actor;
}

export function holds(caller: Pick<Caller, 'permissions'>, permissionId: number): boolean {
  return caller.permissions.has(ADMIN_MODIFY) || caller.permissions.has(permissionId);
}

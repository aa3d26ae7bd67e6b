import type {
  AdminId,
  AssetGroupId,
  Call,
  PermissionAction,
  PermissionGroup,
  UserGroupId,
  UserId,
} from '@telltale/contract';
import type { EveryRecord } from '../every-record.ts';
import type { Portal } from '../portal.ts';
import type { PortalClient } from '../portal-client.ts';

/** What a call is made with. A form is sent as multipart/form-data. */
export interface SampleInput {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
}

/** The path and query that a sample asks for. */
export function addressOf(call: Call, { params = {}, query }: SampleInput): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  if (!query) return path;
  return `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
}

/**
 * Who must not even learn that the object of a call exists.
 * `asset`: who does not see the asset, in this unit or another. `unit`: everybody of another unit, its administrator
 * too. `own`: everybody but its user. `none`: the call names no object that is out of anybody's scope.
 */
export type SampleScope = 'asset' | 'unit' | 'own' | 'none';

/** A valid call, as somebody with the right to make it would make it. */
export interface CallSample {
  scope: SampleScope;
  /** Permissions that this very call needs beside those of its row: `AdminModify`, or group and action. */
  also?: readonly ('AdminModify' | readonly [PermissionGroup, PermissionAction])[];
  make: (world: SampleWorld) => SampleInput | Promise<SampleInput>;
}

/** What samples are made of: records in sight of `holder`, who makes the calls. */
export interface SampleWorld {
  portal: Portal;
  /** Administers everything. */
  root: PortalClient;
  holder: PortalClient;
  holderId: UserId;
  /** Gives holder its permissions. */
  holderGroup: UserGroupId;
  /** A record of every kind; not for calls that delete. */
  own: EveryRecord;
  /** The asset group that holder sees, and a user group of the unit that gives nothing. */
  assetGroupId: AssetGroupId;
  userGroupId: UserGroupId;
  /** A record of every kind that a call may delete. */
  fresh(): Promise<EveryRecord>;
  /** Names that nothing has yet. */
  name(what: string): string;
  freshUser(): Promise<UserId>;
  freshUserGroup(): Promise<UserGroupId>;
  freshAssetGroup(): Promise<AssetGroupId>;
  freshUnit(): Promise<AdminId>;
  /** Opens the alarm of `own`, and answers its definition. */
  openAlarm(): Promise<number>;
}

export const ofAsset = ({ own }: SampleWorld) => ({ params: { assetId: own.assetId } });

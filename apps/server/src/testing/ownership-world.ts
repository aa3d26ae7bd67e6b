import {
  type assets,
  type ErrorReply,
  type operations,
  type ownership,
  type PermissionFlags,
  permissionTypes,
  type UserGroupId,
} from '@telltale/contract';
import { afterAll } from 'vitest';
import { type Portal, startPortal } from './portal.ts';
import type { PortalClient } from './portal-client.ts';
import { buildTwoUnits, type TwoUnits } from './two-units.ts';

export interface OwnershipWorld {
  portal: Portal;
  world: TwoUnits;
  root: PortalClient;
  adminB: PortalClient;
  /** Holds every right over users, groups and assets of unit 1 but AdminModify, and sees a1 only. */
  clerk: PortalClient;
  clerkGroup: UserGroupId;
}

/**
 * Two units and somebody who holds less than an administrator of the first, for all cases of a test file: awaited at its
 * top, closed after its last case.
 */
export async function ownershipWorld(): Promise<OwnershipWorld> {
  const portal = await startPortal();
  afterAll(() => portal.close());
  const world = await buildTwoUnits(portal);
  const groupOfA1 = await portal.anAssetGroup({ name: 'only a1', assets: [world.a1.assetId] });
  const permissions = Array.from({ length: 20 }, (_, index) => index + 2);
  const { userGroupId } = await portal.aUser({ username: 'clerk', permissions, assetGroups: [groupOfA1] });
  const [root, adminB, clerk] = [await portal.as('root'), await portal.as('adminB'), await portal.as('clerk')];
  return { portal, world, root, adminB, clerk, clerkGroup: userGroupId };
}

export const ownershipOf = async (client: PortalClient, adminId?: number) =>
  client.get<ownership.Ownership>(`/api/ef/admin/users/ownership${adminId === undefined ? '' : `?adminId=${adminId}`}`);

/** A page of the journal, as it is answered. */
export type JournalPage = { total: number; entries: operations.JournalEntry[] };

/** The aliases of the assets that a session begun now has in sight. */
export const seenBy = async (portal: Portal, username: string) =>
  (await (await portal.newSession(username)).get<assets.Asset[]>('/api/ef/assets')).body
    .map((asset) => asset.assetAlias)
    .sort();

export const errorOf = (reply: { body: unknown }) => (reply.body as ErrorReply).error;

/** A row of permissions as the editor sends it; what is not named is not granted. */
export const flagsOf = (type: PermissionFlags['type'], set: Partial<PermissionFlags>) => [
  { type, view: false, create: false, delete: false, modify: false, ...set },
];

/** Every permission there is. */
export const grantAll: PermissionFlags[] = permissionTypes.map((type) => ({
  type,
  view: true,
  create: true,
  delete: true,
  modify: true,
}));

let number = 0;

async function create<Body>(client: PortalClient, path: string, body: object): Promise<Body> {
  const reply = await client.post<Body>(path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

export const aUserGroup = (client: PortalClient, input: object = {}) =>
  create<ownership.UserGroup>(client, '/api/usergroups', {
    userGroupId: 0,
    userGroupName: `user group ${++number}`,
    ...input,
  });

export const anAssetGroup = (client: PortalClient, input: object = {}) =>
  create<ownership.AssetGroup>(client, '/api/assetgroups', {
    assetGroupId: 0,
    assetGroupName: `asset group ${++number}`,
    ...input,
  });

export const aUser = (client: PortalClient, input: object = {}) =>
  create<ownership.OwnedUser>(client, '/api/users?sendEmail=false', {
    userId: 0,
    username: `user ${++number}`,
    password: '',
    email: true,
    ...input,
  });

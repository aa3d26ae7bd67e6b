import type { ownership } from '@telltale/contract';
import type { Portal } from '../testing/portal.ts';

const SEES = ['Assets', 'Alarms'].map((type) => ({ type, view: true, create: false, delete: false, modify: true }));

export interface ToldWorld {
  /** Told of the pumps: two people by mail, and one who has no address. */
  readonly crew: ownership.UserGroup;
  readonly pumps: ownership.AssetGroup;
  /** In no subscription. */
  readonly forgotten: { readonly assetId: number; readonly accessToken: string };
}

/** Who is told of some pumps, what nobody is told of, and what devices sent and was refused; all names begin with this one. */
export async function tellOfPumps(portal: Portal, name: string): Promise<ToldWorld> {
  const pump = (number: number) => portal.anAsset(`${name} pump ${number}`, `${name} pumps`);
  const [first, second, forgotten] = [await pump(1), await pump(2), await pump(3)];
  const pumps = await portal.call<ownership.AssetGroup>('POST', '/api/assetgroups', {
    assetGroupName: `${name} field`,
  });
  await portal.call('PUT', `/api/assetgroups/${pumps.assetGroupId}/assets`, [first.assetId, second.assetId]);
  const crew = await aCrew(portal, `${name} crew`, pumps, [
    `${name}-ann@example.com`,
    `${name}-bea@example.com`,
    `${name}-cas`,
  ]);
  const relief = await aCrew(portal, `${name} relief`, pumps, []);
  const told = { assetGroupId: String(pumps.assetGroupId), severityMax: 10, status: 'open', online: false };
  await portal.call('PUT', '/api/ef/genericalerts', [
    { ...told, userGroupId: crew.userGroupId, severityMin: 5, offline: true },
    { ...told, userGroupId: relief.userGroupId, severityMin: 10, offline: false },
  ]);
  await portal.call('PUT', '/api/ef/alertescalations', {
    ...{ userGroupId: crew.userGroupId, assetGroupId: pumps.assetGroupId },
    steps: [{ userGroupId: relief.userGroupId, minutes: 15 }],
  });
  return { crew, pumps, forgotten };
}

/** Refused, each for a reason of its own. */
export async function sendWhatIsRefused(portal: Portal, accessToken: string): Promise<void> {
  const send = (text: string) =>
    fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    });
  await send('{"Pressure": 12.4,');
  await send(JSON.stringify({ ts: 4_102_444_800_000, values: { Pressure: 12.4 } }));
  await send(JSON.stringify({ Pressure: { bar: 12.4 }, Level: 3.1 }));
}

async function aCrew(portal: Portal, userGroupName: string, { assetGroupId }: ownership.AssetGroup, people: string[]) {
  const group = await portal.call<ownership.UserGroup>('POST', '/api/usergroups', { userGroupName });
  const path = `/api/usergroups/${group.userGroupId}`;
  await portal.call('POST', `${path}/permissions/groupedlist`, SEES);
  await portal.call('PUT', `${path}/assetgroups`, [assetGroupId]);
  const userIds: number[] = [];
  for (const username of people) {
    const user = { userId: 0, username, password: '', email: false };
    userIds.push((await portal.call<{ userId: number }>('POST', '/api/users?sendEmail=false', user)).userId);
  }
  if (userIds.length > 0) await portal.call('PUT', `${path}/users`, userIds);
  return group;
}

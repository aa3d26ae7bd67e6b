import type { Portal } from '../testing/portal.ts';
import { anAlarmedFleet } from './alarmed-fleet.ts';

const PASSWORD = 'looks after the flood';
const PERMISSIONS = [
  { type: 'Assets', view: true, create: false, delete: false, modify: false },
  { type: 'Alarms', view: true, create: false, delete: false, modify: true },
];

/** A fleet whose 14 alarms come at once, and somebody who sees it alone: of other journeys' alarms nothing is counted. */
export async function aFloodedCrew(portal: Portal, name: string): Promise<{ username: string; password: string }> {
  const assetIds = await anAlarmedFleet(portal, name, 8);
  const group = { assetGroupId: 0, assetGroupName: `Fleet ${name}` };
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', group);
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, assetIds);
  const crew = { userGroupId: 0, userGroupName: `Crew ${name}` };
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', crew);
  await portal.call('POST', `/api/usergroups/${userGroupId}/permissions/groupedlist`, PERMISSIONS);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  const username = `operator-${name.toLowerCase()}`;
  const { userId } = await portal.call<{ userId: number }>('POST', '/api/users', { username });
  await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  const { link } = await portal.call<{ link: string }>('GET', `/api/auth/link/${username}`);
  const changeId = new URL(link).searchParams.get('changeId');
  const headers = { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`${username}:${PASSWORD}`)}` };
  const set = await fetch(`${portal.url}/api/auth/submit/${changeId}`, { headers });
  if (!set.ok) throw new Error(`The password was not set: ${await set.text()}`);
  return { username, password: PASSWORD };
}

import type { AdminId, AssetGroupId, alarmDefinitions, alarms, UserGroupId, UserId } from '@telltale/contract';
import { vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyRecord } from '../every-record.ts';
import type { Portal } from '../portal.ts';
import type { SampleWorld } from './sample.ts';

export const HOLDER = 'holder';

/** Builds the world of the samples: `holder` of no permission but the base one sees what is made in it. */
export async function buildSampleWorld(portal: Portal, basePermissions: readonly number[]): Promise<SampleWorld> {
  let number = 0;
  const name = (what: string) => `${what} ${++number}`;
  await portal.aUser({ username: 'sampler', permissions: [1] });
  const root = await portal.as('sampler');
  const assetGroupId = await portal.anAssetGroup({ name: 'of the samples' });
  const { userId: holderId, userGroupId: holderGroup } = await portal.aUser({
    username: HOLDER,
    permissions: basePermissions,
    assetGroups: [assetGroupId],
  });
  const made = async <Body>(path: string, body: unknown): Promise<Body> => {
    const reply = await root.post<Body>(path, body);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  const fresh = async () => {
    const asset = await portal.anAsset();
    await portal.context.ownership.links.add(systemCaller, 'assets', assetGroupId, [asset.assetId]);
    return everyRecord(portal, 'sampler', asset, name('sample'));
  };
  const freshUserGroup = async () => {
    const body = { userGroupId: 0, userGroupName: name('group') };
    return (await made<{ userGroupId: UserGroupId }>('/api/usergroups', body)).userGroupId;
  };
  const own = await fresh();
  return {
    portal,
    root,
    holder: await portal.as(HOLDER),
    holderId,
    holderGroup,
    own,
    assetGroupId,
    userGroupId: await freshUserGroup(),
    fresh,
    name,
    freshUserGroup,
    freshUser: async () => {
      const body = { userId: 0, username: name('user') };
      return (await made<{ userId: UserId }>('/api/users', body)).userId;
    },
    freshAssetGroup: async () => {
      const body = { assetGroupId: 0, assetGroupName: name('group') };
      return (await made<{ assetGroupId: AssetGroupId }>('/api/assetgroups', body)).assetGroupId;
    },
    freshUnit: async () => {
      const [unit] = await made<{ adminId: AdminId }[]>('/api/ef/admin/adminunits', [{ adminName: name('unit') }]);
      if (!unit) throw new Error('No admin unit was made.');
      return unit.adminId;
    },
    openAlarm: async () => {
      const flee = JSON.stringify({ expression: '1 = 1' });
      const body = [{ assetDefinitionId: own.assetDefinitionId, name: name('alarm'), flee }];
      const reply = await root.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
      const alarmDefinitionId = reply.body[0]?.alarmDefinitionId;
      if (alarmDefinitionId === undefined) throw new Error(`no alarm definition: ${reply.text}`);
      const isOpen = async () =>
        (await root.get<alarms.Alarm[]>(`/api/assets/${own.assetId}/alarms`)).body.some(
          (alarm) => alarm.alarmDefinitionId === alarmDefinitionId,
        );
      await vi.waitUntil(isOpen, 15_000);
      return alarmDefinitionId;
    },
  };
}

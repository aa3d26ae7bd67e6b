import { type AssetGroupId, type AssetId, flagsOfPermissions, type UserGroupId } from '@telltale/contract';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { LiveClient } from '@telltale/server/testing/live-client.ts';
import { logIn, type PortalClient } from '@telltale/server/testing/portal-client.ts';
import { type LargePortal, PASSWORD } from './large-portal.ts';

const VALUE_EVERY_MS = 5;
/** Longer than a batch of the live hub, so that the last message is the last. */
const AFTERMATH_MS = 400;

export interface Revocations {
  /** From the request that takes the right away until REST refuses, ms, ascending. */
  restMs: number[];
  /** From the same request until the last message of the live feed; 0 where none came after it, ms, ascending. */
  liveMs: number[];
}

/** Takes a user's right to an asset away again and again, while values of it come in and a browser listens. */
export async function measureRevocation(portal: LargePortal, root: PortalClient, times: number): Promise<Revocations> {
  const { ownership, pipeline } = portal.context;
  const asset = { assetId: 1 as AssetId };
  const assetGroupId = 100 as AssetGroupId;
  const user = await ownership.users.create(systemCaller, { username: 'watcher', password: PASSWORD });
  const { id } = await ownership.userGroups.save(systemCaller, { id: 0, name: 'Watchers' });
  const group = id as UserGroupId;
  await ownership.permissions.save(systemCaller, group, flagsOfPermissions(new Set([6, 30])));
  await ownership.links.add(systemCaller, 'users', group, [user.userId]);
  const browser = await logIn(portal.url, 'watcher', PASSWORD);
  let value = 0;
  const device = setInterval(() => {
    const point = { label: 'Pressure', timeMs: undefined, value: value++, quality: 192 };
    void pipeline.accept(asset, [point]);
  }, VALUE_EVERY_MS);
  const found: Revocations = { restMs: [], liveMs: [] };
  try {
    for (let n = 0; n < times; n++) await once(portal, root, browser, { ...asset, assetGroupId, group, found });
  } finally {
    clearInterval(device);
    await ownership.users.delete(systemCaller, user.userId);
  }
  found.restMs.sort((a, b) => a - b);
  found.liveMs.sort((a, b) => a - b);
  return found;
}

interface Round {
  assetId: AssetId;
  assetGroupId: AssetGroupId;
  group: UserGroupId;
  found: Revocations;
}

async function once(portal: LargePortal, root: PortalClient, browser: PortalClient, round: Round): Promise<void> {
  const { assetId, assetGroupId, group, found } = round;
  const links = `/api/usergroups/${group}/assetgroups`;
  await root.put(links, [assetGroupId]);
  const live = new LiveClient(portal.url);
  await live.connect(browser.login?.brokerToken);
  await live.subscribe(`telltale/assets/${assetId}/dataitems/batch`);
  await live.message(() => true);
  let lastMs = 0;
  live.socket.on('message', () => {
    lastMs = performance.now();
  });
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200));

  if (lastMs === 0) throw new Error('The live feed brought nothing while it was allowed to.');
  const startMs = performance.now();
  const revoked = root.delete(links, [assetGroupId]);
  for (;;) {
    const { status } = await browser.get(`/api/ef/assets/${assetId}`);
    if (status === 404) break;
    if (status !== 200) throw new Error(`The asset answered ${status}.`);
  }
  found.restMs.push(performance.now() - startMs);
  if ((await revoked).status !== 200) throw new Error('The right was not taken away.');
  await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
  found.liveMs.push(Math.max(0, lastMs - startMs));
  live.close();
}

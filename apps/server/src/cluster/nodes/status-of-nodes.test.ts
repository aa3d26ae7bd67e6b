import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortalStatus } from '@telltale/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PARTITIONS } from '#cluster/partitions/partition-of.ts';
import { connectDevice } from '#testing/device-client.ts';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { type NodeWorld, openNodeWorld, QUICK_TIMES } from '../testing/node-world.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const WRONG_MS = 5 * 60_000;

let world: NodeWorld;
const nodes: Portal[] = [];

async function startNode(name: string, machineNow?: () => number): Promise<Portal> {
  const backupFolder = join(world.folder, 'backups');
  const config = world.configOf(name, { adminPassword: TEST_PASSWORD, mqttPort: 0, backupFolder });
  const portal = await startPortal({ clusterTimes: QUICK_TIMES, config, ...(machineNow && { machineNow }) });
  nodes.push(portal);
  return portal;
}

beforeAll(async () => {
  world = await openNodeWorld();
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.close();
});

async function lostAt(portal: Portal) {
  const { cluster, warnings } = await statusAt(portal);
  const isSaid = warnings.includes('A node is gone that did not say that it goes; see the status page.');
  return { names: cluster?.lost.map(({ name }) => name), isSaid };
}

/** What Prometheus reads of the nodes. */
async function metricsAt(portal: Portal): Promise<Record<string, number>> {
  const { text } = await portal.anonymous.get('/metrics');
  const told = text.matchAll(/^telltale_((?:nodes?|partitions)(?:_\w+)?) (\S+)$/gm);
  return Object.fromEntries([...told].map(([, name, value]) => [name, Number(value)]));
}

async function statusAt(portal: Portal) {
  return (await (await portal.as('admin')).get<PortalStatus>('/api/status')).body;
}

it('tells of each node at any of them, and which of them has a wrong clock and stores nothing', async () => {
  const one = await startNode('one');
  const two = await startNode('two', () => Date.now() + WRONG_MS);
  const { accessToken } = await one.anAsset();
  const device = await connectDevice(two, accessToken);
  for (const portal of [one, two]) {
    await vi.waitFor(async () => {
      const { cluster, warnings } = await statusAt(portal);
      expect(cluster).toMatchObject({
        partitions: PARTITIONS,
        unowned: 0,
        nodes: [
          { name: 'one', hasDuty: true, isThis: portal === one, mayOwn: true, partitions: PARTITIONS, devices: 0 },
          { name: 'two', hasDuty: false, isThis: portal === two, mayOwn: false, partitions: 0, devices: 1 },
        ],
      });
      const [right, wrong] = cluster?.nodes ?? [];
      expect(Math.abs(right?.clockOffsetMs ?? WRONG_MS)).toBeLessThan(WRONG_MS / 2);
      expect(Math.abs((wrong?.clockOffsetMs ?? 0) - WRONG_MS)).toBeLessThan(WRONG_MS / 2);
      expect(warnings).toContain('The clock of a node is wrong; see the status page.');
    }, PATIENCE);
  }
  await device.endAsync();
  const common = { nodes: 2, nodes_lost: 0, partitions_unowned: 0, node_nats_connected: 1 };
  const ofOne = { node_partitions: PARTITIONS, node_has_duty: 1, node_clock_offset_seconds: expect.closeTo(0, -2) };
  const ofTwo = {
    node_partitions: 0,
    node_has_duty: 0,
    node_clock_offset_seconds: expect.closeTo(WRONG_MS / 1_000, -2),
  };
  expect(await metricsAt(one)).toEqual({ ...common, ...ofOne });
  expect(await metricsAt(two)).toEqual({ ...common, ...ofTwo });
});

it('says which settings of the work of one node are not alike at all, until they are', async () => {
  const unlike =
    'Not the same at every node: TELLTALE_BACKUP_DIR, TELLTALE_RETENTION_DAYS. The one with the duty follows its own; set them alike.';
  const [one] = nodes as [Portal];
  expect((await statusAt(one)).warnings).not.toContain(unlike);
  const changed = { backupFolder: undefined, retentionDays: 30 };
  const config = world.configOf('other', { adminPassword: TEST_PASSWORD, mqttPort: 0, ...changed });
  const other = await startPortal({ clusterTimes: QUICK_TIMES, config });
  try {
    for (const portal of [one, other])
      await vi.waitFor(async () => expect((await statusAt(portal)).warnings).toContain(unlike), PATIENCE);
  } finally {
    await other.close();
  }
  await vi.waitFor(async () => expect((await statusAt(one)).warnings).not.toContain(unlike), PATIENCE);
});

it('tells at any of them why the one that has the duty could make no backup', async () => {
  const [one, two] = nodes;
  if (!one || !two) throw new Error('two nodes are there');
  // The command line that makes it has no TELLTALE_DATABASE_URL here.
  await one.context.backups.look();
  for (const portal of [one, two]) {
    await vi.waitFor(async () => {
      const { backups, warnings } = await statusAt(portal);
      expect(backups).toMatchObject({ lastGoodAt: null, failure: expect.stringMatching(/^No backup was begun/) });
      expect(warnings).toContain('The last backup failed: the log says why.');
    }, PATIENCE);
  }
  expect(await readdir(join(world.folder, 'backups'))).toEqual([]);
}, 180_000);

it('tells of a node that went without a word until one of its name is back, and of none that was stopped', async () => {
  const four = await startNode('four');
  const openThree = async () => {
    const node = await world.openNode('three');
    return { id: node.cluster?.nodes.me.id ?? '', close: () => node.closing.disposeAsync() };
  };
  const killed = await openThree();
  const witness = await world.openNode('witness');
  await witness.cluster?.nodes.fence(killed.id);
  await vi.waitFor(async () => expect(await lostAt(four)).toEqual({ names: ['three'], isSaid: true }), PATIENCE);
  expect(await metricsAt(four)).toMatchObject({ nodes_lost: 1 });
  await killed.close();
  await witness.closing.disposeAsync();
  const back = await openThree();
  await vi.waitFor(async () => expect(await lostAt(four)).toEqual({ names: [], isSaid: false }), PATIENCE);
  await back.close();
  // Longer than the look for lost nodes takes to come by again.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(await lostAt(four)).toEqual({ names: [], isSaid: false });
}, 120_000);

it('tells that it has lost its way to NATS, and no duty without it', async () => {
  const [witness] = nodes;
  if (witness === undefined) throw new Error('No node runs.');
  expect(await metricsAt(witness)).toMatchObject({ node_nats_connected: 1, node_has_duty: 1 });
  for (const server of world.servers.servers) await server.kill();
  const cut = { node_nats_connected: 0, node_has_duty: 0 };
  await vi.waitFor(async () => expect(await metricsAt(witness)).toMatchObject(cut), PATIENCE);
  for (const server of world.servers.servers) server.start();
  await vi.waitFor(async () => expect(await metricsAt(witness)).toMatchObject({ node_nats_connected: 1 }), PATIENCE);
}, 60_000);

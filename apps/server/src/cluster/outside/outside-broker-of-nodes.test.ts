import type { OutsideBroker, PortalStatus } from '@telltale/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brokerThat, type FakeBroker } from '#outside-broker/testing/fake-broker.ts';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { describeForOperator, exitCodeFor, WRONG_SETTINGS } from '../../operator-errors.ts';
import { type NodeWorld, openNodeWorld, QUICK_TIMES } from '../testing/node-world.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const RULE = {
  name: 'Level',
  topic: 'plant/{serial}/level',
  payload: 'text',
  serialNumber: '{serial}',
  values: [{ path: '$', label: 'Level' }],
};

let world: NodeWorld;
let broker: FakeBroker;
/** Filters that were asked for, the oldest first. */
const asked: string[] = [];
const nodes: Portal[] = [];

async function startNode(name: string, user = 'portal'): Promise<Portal> {
  const outsideBroker = { url: `mqtt://${user}@127.0.0.1:${broker.port}`, caFile: undefined, clientId: undefined };
  const config = world.configOf(name, { adminPassword: TEST_PASSWORD, mqttPort: 0, outsideBroker });
  const portal = await startPortal({ clusterTimes: QUICK_TIMES, config });
  nodes.push(portal);
  return portal;
}

beforeAll(async () => {
  world = await openNodeWorld();
  const letsIn = ({ username }: { username?: string }) => username === 'portal';
  broker = await brokerThat(
    (packet, say) => {
      if (packet.cmd !== 'subscribe') return;
      asked.push(...packet.subscriptions.map(({ topic }) => topic));
      say({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 0) });
    },
    {},
    letsIn,
  );
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  broker.close();
  await world.close();
});

const stateAt = async (portal: Portal) =>
  (await (await portal.as('admin')).get<PortalStatus>('/api/status')).body.broker;
const rulesAt = async (portal: Portal) => (await (await portal.as('admin')).get<OutsideBroker>('/api/broker')).body;

it('has one node that is connected to the outside broker, whose state and rules all show, and another when that leaves', async () => {
  const one = await startNode('one');
  const two = await startNode('two');
  const isConnected = { isConnected: true, failure: null };
  for (const node of nodes)
    await vi.waitFor(async () => expect(await stateAt(node)).toMatchObject(isConnected), PATIENCE);
  expect(one.context.outsideBroker?.gateway).toEqual(two.context.outsideBroker?.gateway);

  // Changed where the connection is not: the other node asks for the topics, and both have the rules and their file.
  const { version } = await rulesAt(two);
  const put = await (await two.as('admin')).put('/api/broker/rules', { rules: [RULE], version });
  expect([put.status, put.text]).toEqual([200, expect.anything()]);
  expect((await rulesAt(one)).file.rules).toMatchObject([{ name: 'Level' }]);
  await vi.waitFor(() => expect(asked).toContain('plant/+/level'), PATIENCE);

  asked.length = 0;
  await nodes.shift()?.close();
  await vi.waitFor(async () => expect(await stateAt(two)).toMatchObject(isConnected), PATIENCE);
  await vi.waitFor(() => expect(asked).toContain('plant/+/level'), PATIENCE);

  const again = await startNode('one');
  expect((await rulesAt(again)).file.rules).toMatchObject([{ name: 'Level' }]);
});

it('starts no node that the broker refuses, though another one has the duty', async () => {
  const refused = await startNode('three', 'stranger').catch((error: unknown) => error);
  expect([exitCodeFor(refused), describeForOperator(refused)]).toEqual([
    WRONG_SETTINGS,
    expect.stringMatching(/^TELLTALE_BROKER_URL: [^\n]*it refuses the user name or password/),
  ]);
  for (const node of nodes)
    await vi.waitFor(async () => expect(await stateAt(node)).toMatchObject({ isConnected: true }), PATIENCE);
});

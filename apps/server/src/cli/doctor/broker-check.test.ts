import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ISubscription } from 'mqtt-packet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { brokerThat, type FakeBroker } from '#outside-broker/testing/fake-broker.ts';
import { checkBroker } from './broker-check.ts';

const VALUES = [{ path: '$', label: 'Level' }];
const RULES = ['plant/{serial}/level', 'plant/#'].map((topic, n) => {
  return { name: `Rule ${n}`, topic, serialNumber: 'S-1', payload: 'text', values: VALUES };
});

let folder: string;
let broker: FakeBroker;
let asked: ISubscription[];
/** Filters that the broker lets nobody subscribe to. */
let forbidden: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-doctor-'));
  asked = [];
  forbidden = [];
  broker = await brokerThat((packet, say) => {
    if (packet.cmd !== 'subscribe') return;
    asked.push(...packet.subscriptions);
    const granted = packet.subscriptions.map(({ topic }) => (forbidden.includes(topic) ? 0x87 : 0));
    say({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
  });
});
afterEach(async () => {
  broker.close();
  await rm(folder, { recursive: true });
});

async function saidOf(file: object): Promise<string[]> {
  await writeFile(join(folder, 'broker.json'), JSON.stringify(file));
  const outsideBroker = { url: `mqtt://127.0.0.1:${broker.port}`, caFile: undefined, clientId: undefined };
  const findings = await checkBroker({
    outsideBroker,
    configFolder: folder,
    sparkplugHostId: 'scada',
  });
  return findings.map(({ state, text }) => `${state}: ${text}`);
}

it('asks for what the portal asks for and for nothing else, without what the broker retained', async () => {
  const said = await saidOf({ gateways: false, rules: RULES });
  expect(said).toEqual([expect.stringMatching(/^ok: .* lets the portal in/)]);
  expect(asked.map(({ topic }) => topic).sort()).toEqual([
    'plant/#',
    'spBv1.0/+/DBIRTH/+/+',
    'spBv1.0/+/DDATA/+/+',
    'spBv1.0/+/DDEATH/+/+',
    'spBv1.0/+/NBIRTH/+',
    'spBv1.0/+/NDATA/+',
    'spBv1.0/+/NDEATH/+',
    'spBv1.0/STATE/scada',
  ]);
  expect(asked.every(({ qos, rh }) => qos === 0 && rh === 2)).toBe(true);
});

it('names what the broker lets the portal not subscribe to', async () => {
  forbidden = ['plant/#'];
  expect(await saidOf({ sparkplug: false, rules: RULES })).toEqual([
    expect.stringMatching(/^fault: .* does not let this user subscribe to plant\/#\. Allow it there\.$/),
  ]);
});

it('subscribes to nothing where nothing is wanted, and says what is wrong with the rules', async () => {
  expect(await saidOf({ sparkplug: false, gateways: false })).toEqual([expect.stringMatching(/^ok: /)]);
  expect(asked).toEqual([]);
  expect(await saidOf({ rules: 'none' })).toEqual([expect.stringMatching(/^fault: .*broker\.json is written wrongly/)]);
});

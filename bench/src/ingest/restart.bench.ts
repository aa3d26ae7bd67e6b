/**
 * How soon a portal serves again after it was killed under load: with a week of the demonstration's history and 1,000 messages
 * of ten values a second, 20 kills. `--kills=N` for another number.
 */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { PortalProcess } from '../browser/portal-process.ts';
import { quantile } from '../historian/measure.ts';

const option = process.argv.find((argument) => argument.startsWith('--kills='));
const KILLS = Number(option?.split('=')[1] ?? 20);
const DEVICES = 20;
const MESSAGES_PER_SECOND = 1_000;
const LOAD_MS = 10_000;
const TICK_MS = 20;
const LABELS = Array.from({ length: 10 }, (_, n) => `Reading ${n}`);

const cache = await mkdtemp(join(tmpdir(), 'telltale-bench-cache-'));
const variables = { NODE_COMPILE_CACHE: cache };
const portal = await PortalProcess.create();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

await portal.start('scripts/demo.ts', variables);
// The equipment is started when its history is there, and keeps this from then on.
while (!existsSync(join(portal.dataFolder, 'demo-fleet-memory.json'))) await pause(200);
await portal.stop();
await portal.start(undefined, variables);

const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
  assetDefinitionName: 'Restarted',
});
const tokens: string[] = [];
for (let n = 0; n < DEVICES; n++) {
  const asset = { serialNumber: `RESTART-${n}`, assetDefinitionId };
  tokens.push((await portal.call<{ accessToken: string }>('POST', '/api/assets', asset)).accessToken);
}

/** Sends as long as it is said, and answers how many messages were acknowledged. */
async function load(): Promise<{ acknowledged: () => number; stop: () => Promise<void> }> {
  let acknowledged = 0;
  const clients: MqttClient[] = [];
  for (const username of tokens) {
    const url = `mqtt://127.0.0.1:${portal.mqttPort}`;
    const client = await connectAsync(url, { username, reconnectPeriod: 0 });
    client.on('error', () => undefined); // the portal is killed under it
    clients.push(client);
  }
  let sent = 0;
  const beganMs = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - beganMs) / 1_000) * MESSAGES_PER_SECOND;
    for (; sent < due; sent++) {
      const values = Object.fromEntries(LABELS.map((label, at) => [label, Math.round(Math.random() * 1e4 + at) / 10]));
      const client = clients[sent % DEVICES];
      client?.publish('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 }, (error) => {
        if (!error) acknowledged++;
      });
    }
  }, TICK_MS);
  return {
    acknowledged: () => acknowledged,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

const taken: number[] = [];
let acknowledged = 0;
for (let kill = 0; kill < KILLS; kill++) {
  const devices = await load();
  await pause(LOAD_MS);
  await portal.stop('SIGKILL');
  await devices.stop();
  acknowledged += devices.acknowledged();
  taken.push(await portal.start(undefined, variables));
}
const sorted = taken.toSorted((a, b) => a - b);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
console.log(
  `| ${KILLS} kills under ${MESSAGES_PER_SECOND} messages/s × ${LABELS.length} | measured | goal |\n|---|---|---|`,
);
console.log(`| serving again, p50 | ${seconds(quantile(sorted, 0.5))} | |`);
console.log(`| serving again, the longest | ${seconds(sorted.at(-1) ?? 0)} | < 2 s |`);
console.log(`| messages acknowledged | ${acknowledged.toLocaleString('en')} | |`);
await portal.remove();
await rm(cache, { recursive: true, force: true });

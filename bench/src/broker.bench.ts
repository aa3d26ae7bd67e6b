/**
 * From a Mosquitto with the shipped configuration into history, at QoS 1 and ten values a message, beside devices at the
 * embedded broker in the same run: live, and what has waited while the portal was away.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BROKER_PASSWORD, BROKER_USER, Mosquitto } from '@telltale/server/testing/mosquitto.ts';
import type { BrokerLoadOrder } from './broker/broker-load.ts';
import type { BrokerFacts } from './broker/broker-portal.ts';
import { processorSeconds } from './historian/process-facts.ts';
import type { LoadReport } from './ingest/device-load.ts';
import type { DevicePortal, StoredFacts } from './ingest/device-portal.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ASSETS = 200;
const VALUES = 10;
/** MQTT.js one by one takes minutes for what the portal takes in seconds. */
const FEW = Math.min(3_000, MESSAGES);

function start(script: string, args: string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), args, { execArgv: ['--max-semi-space-size=32'] });
}

async function ask<Reply>(child: ChildProcess, message: unknown): Promise<Reply> {
  child.send(message as never);
  const [reply] = (await once(child, 'message')) as [Reply];
  return reply;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
}

function tell(name: string, messages: number, seconds: number, cpuSeconds: number): void {
  const rate = messages / seconds;
  const cells = [name, Math.round(rate), Math.round(rate * VALUES)].map((cell) => cell.toLocaleString('en'));
  console.log(`| ${cells.join(' | ')} | ${Math.round((100 * cpuSeconds) / seconds)} % |`);
}

/** Runs until so many messages more are stored. */
async function untilStored(child: ChildProcess, before: BrokerFacts, messages: number, beganMs: number) {
  const cpu = processorSeconds(before.pid);
  for (;;) {
    const { stored } = await ask<BrokerFacts>(child, 'facts');
    if (stored - before.stored >= messages * VALUES) break;
    await pause(20);
  }
  return { seconds: (performance.now() - beganMs) / 1_000, cpu: processorSeconds(before.pid) - cpu };
}

const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const broker = await Mosquitto.start();
const { port } = broker;
const order: BrokerLoadOrder = {
  port,
  username: BROKER_USER,
  password: BROKER_PASSWORD,
  assets: ASSETS,
  connections: 4,
  window: 100,
  messages: MESSAGES,
};
const load = start('./broker/broker-load.ts');

console.log(
  `${ASSETS} assets, ${VALUES} values a message, QoS 1, acknowledged after fdatasync; load and broker run beside it.\n`,
);
console.log('| | messages/s | points/s | portal CPU |');
console.log('|---|---|---|---|');

const startPortal = async () => {
  const child = start('./broker/broker-portal.ts', [folder, broker.url]);
  const [facts] = (await once(child, 'message')) as [BrokerFacts];
  return { child, facts };
};

const first = await startPortal();
await ask(load, { ...order, messages: 5_000 });
await untilStored(first.child, first.facts, 5_000, 0);
const warm = await ask<BrokerFacts>(first.child, 'facts');
const beganMs = performance.now();
const [live] = await Promise.all([untilStored(first.child, warm, MESSAGES, beganMs), ask(load, order)]);
tell('through Mosquitto, live, as fast as it acknowledges', MESSAGES, live.seconds, live.cpu);
await stop(first.child);

await ask(load, order);
const backMs = performance.now();
const second = await startPortal();
const backlog = await untilStored(second.child, { ...second.facts, stored: 0 }, MESSAGES, performance.now());
tell('what Mosquitto has kept meanwhile, from the connection on', MESSAGES, backlog.seconds, backlog.cpu);
const startSeconds = (performance.now() - backMs) / 1_000 - backlog.seconds;
await stop(second.child);

const args = [join(folder, 'one-by-one.log'), String(port), BROKER_USER, BROKER_PASSWORD];
const one = start('./broker/one-by-one.ts', args);
const [none] = (await once(one, 'message')) as [BrokerFacts];
const oneMs = performance.now();
const [single] = await Promise.all([untilStored(one, none, FEW, oneMs), ask(load, { ...order, messages: FEW })]);
tell('MQTT.js with customHandleAcks, a file for a history', FEW, single.seconds, single.cpu);
await stop(one);
load.disconnect();
await broker.stop();
await rm(folder, { recursive: true, force: true });

const embedded = start('./ingest/device-portal.ts', [String(ASSETS)]);
const [portal] = (await once(embedded, 'message')) as [DevicePortal];
const devices = start('./ingest/device-load.ts');
const base = { port: portal.mqttPort, devices: ASSETS, messagesPerSecond: 0, window: 10 };
await ask<LoadReport>(devices, { ...base, seconds: 3 });
const before = await ask<StoredFacts>(embedded, 'facts');
const cpuBefore = processorSeconds(portal.pid);
const report = await ask<LoadReport>(devices, { ...base, seconds: SECONDS });
const after = await ask<StoredFacts>(embedded, 'facts');
tell(
  'devices at the embedded broker, as fast as it acknowledges',
  report.acknowledged,
  report.seconds,
  processorSeconds(portal.pid) - cpuBefore,
);
devices.disconnect();
await stop(embedded);
const missing = report.acknowledged * VALUES - (after.stored - before.stored);
console.log(
  `\nStored: ${missing === 0 ? 'all' : `${missing} MISSING`}. A portal starts and connects in ${startSeconds.toFixed(1)} s.`,
);

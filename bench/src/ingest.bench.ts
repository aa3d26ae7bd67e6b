/** Devices over MQTT at QoS 1, ten values a message, through to durable history: how many points, how soon acknowledged. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processorSeconds, residentBytes } from './historian/process-facts.ts';
import type { LoadOrder, LoadReport } from './ingest/device-load.ts';
import type { DevicePortal, StoredFacts } from './ingest/device-portal.ts';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const RATE = Number(process.env.BENCH_RATE ?? 10_000);
const VALUES = 10;
const MEBIBYTE = 2 ** 20;

function start(script: string, args: string[] = []): ChildProcess {
  // The portal runs as `npm start` starts it (scripts/run.mjs).
  const execArgv = ['--max-semi-space-size=32'];
  return fork(fileURLToPath(new URL(`./ingest/${script}`, import.meta.url)), args, { execArgv });
}

async function ask<Reply>(child: ChildProcess, message: unknown): Promise<Reply> {
  child.send(message as never);
  const [reply] = (await once(child, 'message')) as [Reply];
  return reply;
}

/** Growth of memory in percent a minute, by least squares over the second half of the samples. */
function slopePerMinute(samples: readonly (readonly [seconds: number, bytes: number])[]): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const meanX = half.reduce((sum, [x]) => sum + x, 0) / half.length;
  const meanY = half.reduce((sum, [, y]) => sum + y, 0) / half.length;
  const covariance = half.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = half.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return variance === 0 ? 0 : (covariance / variance / meanY) * 60 * 100;
}

async function measure(name: string, portal: DevicePortal, child: ChildProcess, order: Omit<LoadOrder, 'port'>) {
  const load = start('device-load.ts');
  const before = processorSeconds(portal.pid);
  const began = performance.now();
  const memory: [number, number][] = [];
  const sampler = setInterval(() => {
    memory.push([(performance.now() - began) / 1_000, residentBytes(portal.pid)]);
  }, 500);
  const facts = await ask<StoredFacts>(child, 'facts');
  const report = await ask<LoadReport>(load, { ...order, port: portal.mqttPort });
  clearInterval(sampler);
  load.disconnect();
  const after = await ask<StoredFacts>(child, 'facts');
  const cpu = processorSeconds(portal.pid) - before;
  const points = report.acknowledged * VALUES;
  const cells = [
    name,
    Math.round(points / report.seconds).toLocaleString('en'),
    `${report.p50Ms} ms`,
    `${report.p99Ms} ms`,
    `${Math.round(report.maxMs)} ms`,
    `${((100 * cpu) / report.seconds).toFixed(0)} % (${((cpu / points) * 1e6).toFixed(1)} µs/point)`,
    `${((100 * report.processorSeconds) / report.seconds).toFixed(0)} %`,
    `${Math.round((memory.at(-1)?.[1] ?? 0) / MEBIBYTE)} MiB`,
    `${slopePerMinute(memory).toFixed(1)} %/min`,
    after.stored - facts.stored === points ? 'all' : `${points - (after.stored - facts.stored)} MISSING`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

// Half of the assets say where they are, in loads of their own.
const child = start('device-portal.ts', [String(2 * DEVICES)]);
const [portal] = (await once(child, 'message')) as [DevicePortal];
console.log(
  `${DEVICES} devices, ${VALUES} values a message, QoS 1, acknowledged after fdatasync; the load generator runs beside it.\n`,
);
console.log('| load | points/s | PUBACK p50 | p99 | max | portal CPU | load CPU | memory | growth | stored |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
await measure('warm-up', portal, child, { devices: DEVICES, messagesPerSecond: RATE / 2, window: 100, seconds: 5 });
const steady = { devices: DEVICES, messagesPerSecond: RATE, window: 100, seconds: SECONDS };
await measure(`${RATE.toLocaleString('en')} messages/s for ${SECONDS} s`, portal, child, steady);
for (const places of ['standing', 'moving'] as const) {
  const order = { ...steady, places, firstDevice: DEVICES };
  await measure(`the same, two of the values where it is: ${places}`, portal, child, order);
  await measure('the same without', portal, child, steady);
}
const full = { devices: DEVICES, messagesPerSecond: 0, window: 10, seconds: Math.min(20, SECONDS) };
await measure('as fast as it goes', portal, child, full);
child.send('stop');
await once(child, 'exit');

/**
 * What expressions cost the ingest: the same load without them, with ten alarms for each asset, and with calculated data
 * items, one after the other in one run. The ratio of processor time is that of the portal alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from './historian/process-facts.ts';
import type { LoadOrder, LoadReport } from './ingest/device-load.ts';
import type { DevicePortal, ExpressionOrder } from './ingest/device-portal.ts';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 10_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const RATE = Number(process.env.BENCH_RATE ?? 10_000);
const VALUES = 10;
/** What 10,000 devices that connect, and 10,000 that leave, cost the portal is not what is measured. */
const SETTLE_MS = 3_000;
const PLAIN = [
  '_Motor_Current > 1000',
  '_Suction_Pressure < 0',
  '_Discharge_Pressure - _Suction_Pressure < -100',
  '_Flow_Rate < 1 and _Speed > 1000',
  '_Vibration_X > 1000 or _Vibration_Y > 1000',
  '_Bearing_Temperature > 1000',
  '_Motor_Temperature > 1000',
  '_Speed = 0 and _Running_Hours > 1000',
  'if(_Speed > 100, _Flow_Rate < 1, _Flow_Rate > 1000)',
  '_Motor_Current * _Speed > 1000000',
];
/** Half of them look back, and are looked at each second, too. */
const WITH_MEMORY = [
  ...PLAIN.slice(0, 5),
  'avg(_Bearing_Temperature, 60) > 1000',
  'rate(_Motor_Temperature, 300) > 1000000',
  'held(_Vibration_X > 1000, 30)',
  'count(_Motor_Current > 1000, 3600) > 5',
  'stddev(_Speed, 60) > 1000',
];
const CALCULATED = ['_Discharge_Pressure - _Suction_Pressure', 'avg(_Flow_Rate, 60) * _Speed'];

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

const child = start('device-portal.ts', [String(DEVICES)]);
const [portal] = (await once(child, 'message')) as [DevicePortal];

async function load(order: Omit<LoadOrder, 'port' | 'devices' | 'window'> & { window: number }) {
  const generator = start('device-load.ts');
  const before = processorSeconds(portal.pid);
  const report = await ask<LoadReport>(generator, {
    ...order,
    devices: DEVICES,
    port: portal.mqttPort,
    settleMs: SETTLE_MS,
  });
  generator.disconnect();
  return { ...report, portalSeconds: processorSeconds(portal.pid) - before };
}

let plain: { rate: number; microseconds: number } | undefined;

async function measure(name: string, order: ExpressionOrder) {
  await ask(child, order);
  const steady = await load({ messagesPerSecond: RATE, window: 100, seconds: SECONDS });
  const full = await load({ messagesPerSecond: 0, window: 4, seconds: SECONDS / 2 });
  const rate = (full.acknowledged * VALUES) / full.seconds;
  const microseconds = (steady.portalSeconds / (steady.acknowledged * VALUES)) * 1e6;
  plain ??= { rate, microseconds };
  const cells = [
    name,
    Math.round((steady.acknowledged * VALUES) / steady.seconds).toLocaleString('en'),
    `${steady.p99Ms} ms`,
    `${((100 * steady.portalSeconds) / steady.seconds).toFixed(0)} %`,
    `${microseconds.toFixed(2)} µs`,
    Math.round(rate).toLocaleString('en'),
    `${(100 * (1 - rate / plain.rate)).toFixed(0)} %`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

console.log(
  `${DEVICES.toLocaleString('en')} devices, ${VALUES} values a message, ${RATE.toLocaleString('en')} messages/s for ${SECONDS} s, then as fast as it goes.\n`,
);
console.log(
  '| expressions for each asset | points/s | PUBACK p99 | portal CPU | a point | as fast as it goes, points/s | cost of the rate |',
);
console.log('|---|---|---|---|---|---|---|');
await load({ messagesPerSecond: RATE / 2, window: 100, seconds: 5 });
const none = { alarms: [], calculations: [] };
await measure('none', none);
await measure('10 alarms of comparisons', { alarms: PLAIN, calculations: [] });
await measure('10 alarms, 5 of them over time', { alarms: WITH_MEMORY, calculations: [] });
await measure('2 calculated data items', { alarms: [], calculations: CALCULATED });
await measure('none, again', none);
child.send('stop');
await once(child, 'exit');

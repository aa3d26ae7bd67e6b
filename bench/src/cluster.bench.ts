/**
 * History on ClickHouse beside the embedded engine, on one machine: points over MQTT until they are acknowledged and until
 * they are at the server, and a random day of a random series as 600 buckets. Then two nodes beside one. ClickHouse is chDB (npm run
 * test:scale installs it) behind the front of the tests, in a process of its own. `BENCH_PARTS=history`: the first part alone;
 * `nodes`: the nodes alone; `heard`: only what a node pays for points that another has stored.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Historian,
  openClickHouseHistorian,
  openEmbeddedHistorian,
  PointBatch,
  parseHistoryUrl,
} from '@telltale/historian';
import { Chdb } from '../../scale/src/chdb.ts';
import { measureHeard } from './cluster/heard-points.ts';
import { measureNodes } from './cluster/two-node-measures.ts';
import type { LoadOrder, LoadReport } from './ingest/device-load.ts';
import type { DevicePortal } from './ingest/device-portal.ts';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 200);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const QUESTIONS = Number(process.env.BENCH_QUESTIONS ?? 200);
const VALUES = 10;
const SERIES = 20;
const DAYS = 3;
const DAY_S = 86_400;
const BUCKETS = 600;

if (process.env.BENCH_PARTS === 'heard') {
  await printHeard();
  process.exit(0);
}
if (!existsSync(new URL('../../scale/node_modules/chdb', import.meta.url))) {
  console.log("ClickHouse's engine is not installed: npm run test:scale does that.");
  process.exit(0);
}
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const whole = (value: number) => Math.round(value).toLocaleString('en');
const ratio = (value: number, of: number) => `${(value / of).toFixed(2)} ×`;
if (process.env.BENCH_PARTS === 'nodes') {
  await printNodes();
  process.exit(0);
}
const chdb = await Chdb.start();

const count = async (database: string) => Number(await chdb.ask(`SELECT count() FROM ${database}.history_points`));

function start(script: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const execArgv = ['--max-semi-space-size=32'];
  const options = { execArgv, env: { ...process.env, ...env } };
  return fork(fileURLToPath(new URL(`./ingest/${script}`, import.meta.url)), args, options);
}

async function ingest(
  env: Record<string, string>,
  database?: string,
): Promise<{ acknowledged: number; stored: number }> {
  const portal = start('device-portal.ts', [String(DEVICES)], env);
  const [{ mqttPort }] = (await once(portal, 'message')) as [DevicePortal];
  const load = start('device-load.ts', []);
  const order: LoadOrder = { devices: DEVICES, messagesPerSecond: 0, window: 10, seconds: SECONDS, port: mqttPort };
  const begunMs = performance.now();
  load.send(order);
  const [report] = (await once(load, 'message')) as [LoadReport];
  load.disconnect();
  const points = report.acknowledged * VALUES;
  while (database !== undefined && (await count(database)) < points) await new Promise((next) => setTimeout(next, 50));
  const seconds = database === undefined ? report.seconds : (performance.now() - begunMs) / 1000;
  portal.send('stop');
  await once(portal, 'exit');
  return { acknowledged: points / report.seconds, stored: points / seconds };
}

async function fill(historian: Historian): Promise<void> {
  for (let fromS = 0; fromS < DAYS * DAY_S; fromS += 3600) {
    const batch = new PointBatch(SERIES * 3600);
    for (let s = fromS; s < fromS + 3600; s++) {
      for (let key = 1; key <= SERIES; key++) {
        batch.add(key, s * 1000, Math.round(2000 + 900 * Math.sin(s / 500 + key) + ((s * 7919) % 97)) / 100, 192);
      }
    }
    await historian.append(batch);
  }
}

/** Asks for days of one series after the other; each takes so long, the quickest first. */
async function askDays(ask: (key: number, fromMs: number, toMs: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < QUESTIONS; i++) {
    const fromMs = ((i * 7919) % ((DAYS - 1) * DAY_S)) * 1000;
    const begunMs = performance.now();
    await ask(1 + (i % SERIES), fromMs, fromMs + DAY_S * 1000 - 1);
    took.push(performance.now() - begunMs);
  }
  return took.sort((a, b) => a - b);
}

const chartOf = (historian: Historian) => (key: number, fromMs: number, toMs: number) =>
  historian.readColumns({ keys: [key], fromMs, toMs, threshold: BUCKETS });

/** As the portal asks: with what each series was last. */
const wholeChartOf = (historian: Historian) => (key: number, fromMs: number, toMs: number) =>
  Promise.all([chartOf(historian)(key, fromMs, toMs), historian.stateAt([key], toMs)]);

const folder = await mkdtemp(join(tmpdir(), 'telltale-cluster-bench-'));

const database = await chdb.newDatabase();
const embeddedRate = await ingest({});
const serverRate = await ingest({ TELLTALE_HISTORY_URL: chdb.url(database) }, database);

const embedded = await openEmbeddedHistorian({ folder: join(folder, 'embedded') });
const days = await chdb.newDatabase();
const target = parseHistoryUrl(chdb.url(days));
const openServer = (recent?: false) =>
  openClickHouseHistorian({ target, folder: join(folder, 'staged'), ...(recent === false ? { recent } : {}) });
const atServer = await openServer(false);
await fill(embedded);
await fill(atServer);
while ((await count(days)) < SERIES * DAYS * DAY_S) await new Promise((next) => setTimeout(next, 50));
await chdb.ask(`OPTIMIZE TABLE ${days}.history_points FINAL`);
await askDays(chartOf(atServer));
const unheldDays = await askDays(chartOf(atServer));
await atServer.close();
// As it is run: what was asked for stays in memory for a while.
const asRun = await openServer();
await askDays(chartOf(embedded));
const firstOfPortal = await askDays(chartOf(asRun));
const [embeddedDays, againDays] = [await askDays(chartOf(embedded)), await askDays(chartOf(asRun))];
const [embeddedWhole, againWhole] = [await askDays(wholeChartOf(embedded)), await askDays(wholeChartOf(asRun))];
await asRun.close();
// What a question costs before anything is computed: of nothing, of a series without points, of the day's bytes alone.
const sumOf = (key: number, fromMs: number, toMs: number) =>
  chdb.ask(
    `SELECT sum(time), sum(value) FROM ${days}.history_points WHERE key = ${key} AND time BETWEEN ${fromMs} AND ${toMs}`,
  );
const floor: [string, number[]][] = [
  ['of which: a question for nothing (`SELECT 1`)', await askDays(() => chdb.ask('SELECT 1'))],
  ['a series without points', await askDays((_, fromMs, toMs) => sumOf(0, fromMs, toMs))],
  ['times and values of the day read and summed, the least that a chart of them could take', await askDays(sumOf)],
];

console.log('| | embedded | ClickHouse | ratio | goal |');
console.log('|---|---|---|---|---|');
const rows: [string, string, string, string, string][] = [
  [
    `${DEVICES} devices, as fast as it goes: points/s acknowledged`,
    whole(embeddedRate.acknowledged),
    whole(serverRate.acknowledged),
    ratio(serverRate.acknowledged, embeddedRate.acknowledged),
    '≥ 0.5 ×',
  ],
  [
    'the same until all of them are at the server',
    whole(embeddedRate.stored),
    whole(serverRate.stored),
    ratio(serverRate.stored, embeddedRate.stored),
    '',
  ],
  ...[
    {
      what: `a day at 1 Hz to ${BUCKETS} buckets, asked for the second time`,
      goal: '≤ 3 ×',
      took: [embeddedDays, againDays],
    },
    { what: 'the same with the last value, as the portal asks', goal: '', took: [embeddedWhole, againWhole] },
  ].flatMap(({ what, goal, took: [ofEmbedded = [], ofServer = []] }) =>
    [0.5, 0.95].map((share): [string, string, string, string, string] => [
      `${what}, p${share * 100}`,
      ms(at(ofEmbedded, share)),
      ms(at(ofServer, share)),
      ratio(at(ofServer, share), at(ofEmbedded, share)),
      share === 0.5 ? goal : '',
    ]),
  ),
  ...[
    { what: `the first ${QUESTIONS} such questions of a new portal, of ${SERIES} series`, took: firstOfPortal },
    { what: 'such a question where nothing is held', took: unheldDays },
  ].flatMap(({ what, took }) =>
    [0.5, 0.95].map((share): [string, string, string, string, string] => [
      `${what}, p${share * 100}`,
      '',
      ms(at(took, share)),
      ratio(at(took, share), at(embeddedDays, share)),
      '',
    ]),
  ),
  ...floor.map(([what, took]): [string, string, string, string, string] => [
    `${what}, p50`,
    '',
    ms(at(took, 0.5)),
    ratio(at(took, 0.5), at(embeddedDays, 0.5)),
    '',
  ]),
];
for (const row of rows) console.log(`| ${row.join(' | ')} |`);

await embedded.close();
await rm(folder, { recursive: true, force: true });
await chdb.close();
if (process.env.BENCH_PARTS === 'history') process.exit(0);
console.log('');
await printNodes();
console.log('');
await printHeard();

async function printHeard(): Promise<void> {
  console.log('| heard from another node | processor time a point | bytes a point |');
  console.log('|---|---|---|');
  for (const values of [1, VALUES]) {
    const { microseconds, bytes } = await measureHeard(values);
    console.log(`| messages of ${values} | ${microseconds.toFixed(2)} µs | ${Math.round(bytes)} |`);
  }
}

async function printNodes(): Promise<void> {
  const { twoNodes, oneNode, paintedMs, takeoverMs } = await measureNodes(DEVICES, SECONDS, ROUNDS);
  const mean = (measured: readonly number[]) => measured.reduce((sum, one) => sum + one, 0) / measured.length;
  console.log('| | two nodes | one node | ratio | goal |');
  console.log('|---|---|---|---|---|');
  const [two, one] = [mean(twoNodes), mean(oneNode)];
  const rows = [
    [
      `${DEVICES} devices, as fast as it goes: messages/s acknowledged`,
      whole(two),
      whole(one),
      ratio(two, one),
      '≥ 0.7 ×',
    ],
    ['the same, round by round', twoNodes.map(whole).join('; '), oneNode.map(whole).join('; '), '', ''],
    ['published at one node, painted by a browser at the other, p50', ms(at(paintedMs, 0.5)), '', '', ''],
    ['the same, p95', ms(at(paintedMs, 0.95)), '', '', '< 400 ms'],
    [
      'from the kill of a node until all assets are stored and shown again, the slowest round',
      ms(Math.max(...takeoverMs)),
      ...['', '', '< 10 s'],
    ],
    ['the same, round by round', takeoverMs.map(ms).join('; '), '', '', ''],
  ];
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

/**
 * The whole path at rising load, MQTT in → durable → HTTP and live hub out, and what may not hold it up: late data, a
 * device that floods, and browsers that ask for a year of everything.
 */
import { residentBytes } from './historian/process-facts.ts';
import type { LoadReport } from './ingest/device-load.ts';
import type { LoopLag, StoredFacts, YearOfHistory } from './ingest/device-portal.ts';
import { HttpReader } from './path/http-reader.ts';
import { Probe } from './path/probe.ts';
import { PortalUnderTest, runLoad } from './path/processes.ts';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const VALUES = 10;
const MEBIBYTE = 2 ** 20;
const CLIENTS = 20;
const HOUR_MS = 3_600_000;

const portal = await PortalUnderTest.start(DEVICES);
const probe = await Probe.start(portal.facts, DEVICES);

const whole = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number | undefined) =>
  value === undefined ? '-' : `${value < 10 ? value.toFixed(1) : whole(value)} ms`;
const at = (sorted: readonly number[], p: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Highest resident memory while something runs. */
async function withPeak<Result>(work: Promise<Result>): Promise<[Result, peakBytes: number]> {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, residentBytes(portal.facts.pid));
  };
  const sampler = setInterval(sample, 250);
  const result = await work;
  clearInterval(sampler);
  sample();
  return [result, peak];
}

const pace = (messagesPerSecond: number, seconds = SECONDS) => ({
  devices: DEVICES,
  messagesPerSecond,
  window: 100,
  seconds,
});

async function measurePath(pointsPerSecond: number): Promise<void> {
  const before = await portal.ask<StoredFacts>('facts');
  await portal.ask<LoopLag>('lag');
  const load = runLoad(portal, pace(pointsPerSecond / VALUES));
  const [[report, probed], peak] = await withPeak(Promise.all([load, probe.run(SECONDS)]));
  const lag = await portal.ask<LoopLag>('lag');
  const { stored } = await portal.ask<StoredFacts>('facts');
  const points = report.acknowledged * VALUES;
  const missing = points + probed.readableMs.length - (stored - before.stored);
  row([
    whole((report.sent * VALUES) / SECONDS),
    whole(points / report.seconds),
    ms(report.p50Ms),
    ms(report.p99Ms),
    ms(at(probed.readableMs, 0.5)),
    ms(at(probed.readableMs, 0.99)),
    ms(at(probed.liveMs, 0.5)),
    ms(at(probed.liveMs, 0.99)),
    ms(lag.p99Ms),
    `${whole(peak / MEBIBYTE)} MiB`,
    missing === 0 ? 'all' : `${missing} MISSING`,
  ]);
}

function tellHead(): void {
  row(['meanwhile', 'points/s', 'PUBACK p50', 'p99', 'max', 'loop p99', 'max', 'memory', '']);
  row(Array.from({ length: 9 }, () => '---'));
}

/** One row of what may not hold up the devices: theirs is the load of `report`. */
function tellDisturbed(name: string, report: LoadReport, lag: LoopLag, peak: number, what: string): void {
  row([
    name,
    whole((report.acknowledged * VALUES) / report.seconds),
    ms(report.p50Ms),
    ms(report.p99Ms),
    ms(report.maxMs),
    ms(lag.p99Ms),
    ms(lag.maxMs),
    `${whole(peak / MEBIBYTE)} MiB`,
    what,
  ]);
}

async function measureDisturbed(
  name: string,
  order: Parameters<typeof runLoad>[1],
  disturb: (signal: AbortSignal) => Promise<string>,
): Promise<void> {
  await portal.ask<LoopLag>('lag');
  const over = new AbortController();
  const disturbed = disturb(over.signal);
  const [report, peak] = await withPeak(runLoad(portal, order));
  over.abort();
  const lag = await portal.ask<LoopLag>('lag');
  tellDisturbed(name, report, lag, peak, await disturbed);
}

async function sendLateData(): Promise<string> {
  const agesMs = [HOUR_MS, 24 * HOUR_MS, 30 * 24 * HOUR_MS];
  const order = { devices: 300, messagesPerSecond: 0, window: 10, seconds: SECONDS / 2, agesMs };
  const report = await runLoad(portal, order);
  const points = report.acknowledged * VALUES;
  return `${whole(points)} late points (1 h, 1 d, 30 d), ${whole(points / report.seconds)}/s`;
}

async function flood(): Promise<string> {
  const order = { devices: 1, messagesPerSecond: 0, window: 50_000, seconds: SECONDS / 2, firstDevice: DEVICES - 1 };
  const report = await runLoad(portal, order);
  const seen = `PUBACK p50 ${ms(report.p50Ms)}, ${report.acknowledged === report.sent ? 'none' : 'SOME'} left out`;
  return `${whole(report.acknowledged / report.seconds)} messages/s of one device, ${seen}`;
}

/** Browsers that ask for every point of a year of 50 series, again and again. */
async function readYears(year: YearOfHistory, over: AbortSignal): Promise<string> {
  const reader = await HttpReader.logIn(portal.facts);
  const answers: number[] = [];
  const refusals = new Map<number, number>();
  const client = async () => {
    const own = reader.another();
    while (!over.aborted) {
      const startMs = performance.now();
      const signal = AbortSignal.any([over, AbortSignal.timeout(120_000)]);
      const read = own.history(year.assetId, year.dataItemIds, year.startMs, year.endMs, signal);
      const reply = await read.catch(() => undefined);
      if (reply?.status === 200) answers.push(performance.now() - startMs);
      else if (reply) refusals.set(reply.status, (refusals.get(reply.status) ?? 0) + 1);
    }
    own.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  answers.sort((a, b) => a - b);
  const refused = [...refusals].map(([status, count]) => `, ${count} × ${status}`).join('');
  return `${answers.length} answers, p50 ${ms(at(answers, 0.5))}${refused}`;
}

/** How long the portal goes on working after 20 clients left in the middle of their answers. */
async function measureCancelled(year: YearOfHistory): Promise<void> {
  const reader = await HttpReader.logIn(portal.facts);
  const leaving = new AbortController();
  const readers = Array.from({ length: CLIENTS }, () => reader.another());
  const reads = readers.map((own) =>
    own.history(year.assetId, year.dataItemIds, year.startMs, year.endMs, leaving.signal).catch(() => undefined),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  leaving.abort();
  const startMs = performance.now();
  await Promise.all(reads);
  const { idleSince } = await idle(startMs);
  console.log(
    `\n${CLIENTS} such clients that leave after a second: the portal is idle ${ms(idleSince)} later (goal: 2 s).\n`,
  );
  reader.close();
}

async function idle(startMs: number): Promise<{ idleSince: number }> {
  const { processorSeconds } = await import('./historian/process-facts.ts');
  for (;;) {
    const sinceMs = performance.now() - startMs;
    const before = processorSeconds(portal.facts.pid);
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (processorSeconds(portal.facts.pid) - before <= 0.03) return { idleSince: sinceMs };
  }
}

console.log(
  `${DEVICES} devices, ${VALUES} values a message, QoS 1; load and probe share the machine with the portal.\n`,
);
row([
  'offered, points/s',
  'stored',
  'PUBACK p50',
  'p99',
  'readable p50',
  'p99',
  'live p50',
  'p99',
  'loop p99',
  'memory',
  'lost',
]);
row(Array.from({ length: 11 }, () => '---'));
await runLoad(portal, pace(1_000, 3));
for (const pointsPerSecond of [10_000, 50_000, 100_000]) await measurePath(pointsPerSecond);
await probe.close();

console.log(`\n100 devices with 10,000 points/s, while something else happens:\n`);
tellHead();
const devices = { ...pace(1_000), devices: 100 };
await measureDisturbed('nothing', devices, async () => '');
await measureDisturbed('one device floods', devices, flood);
const year = await portal.ask<YearOfHistory>('year');
await measureDisturbed(`${CLIENTS} browsers read 50 series × 1 year, every point`, devices, (over) =>
  readYears(year, over),
);
await measureCancelled(year);
// Last, because what it leaves to be merged goes on in the background.
tellHead();
await measureDisturbed('late data comes in', devices, sendLateData);
await portal.stop();

import type { DeviceClient } from '../device/device-client.ts';
import { type Sample, sampleOf } from '../device/sample.ts';
import type { Readings } from '../world/model.ts';
import { World, type WorldMember, type WorldSnapshot } from '../world/world.ts';
import type { Stretch } from './memory-file.ts';

/** What changes slowly goes into history once a minute: counters, and texts that stayed what they were. */
const SPARSE_MS = 60_000;
const SPARSE: ReadonlySet<string> = new Set([
  'Run Hours',
  'Motor Starts',
  'Energy',
  'Loads Today',
  'Events Today',
  'Last Magnitude',
  'Peak Velocity Today',
  'Battery Voltage',
  'Enclosure Temperature',
  'Ambient Temperature',
  'Engine Hours',
  'Pump Hours',
  'Stroke Counts',
]);

/** Steps in one message of each device: half an hour at ten seconds. */
const STEPS_PER_MESSAGE = 180;

export interface BackfillOptions {
  readonly members: readonly WorldMember[];
  readonly clientOf: (serialNumber: string) => DeviceClient;
  /** Between two measurements of a device; in coarser steps every device measures at each. */
  readonly periodOf: (serialNumber: string) => number;
  readonly signal: AbortSignal;
  /** Called whenever more of the past is acknowledged: what is left of the stretch, undefined when it is done. */
  readonly onProgress: (left: Stretch | undefined) => void;
}

/**
 * Sends one stretch of the past through the devices' own connections, one message of each at a time. The next messages
 * are made while the ones before are on their way, and no more than two rounds are in memory.
 */
export async function sendStretch(stretch: Stretch, options: BackfillOptions): Promise<void> {
  const { members, clientOf, signal, onProgress } = options;
  const { untilMs, stepMs } = stretch;
  const world = World.resume(members, stretch.from);
  const texts = new Map<string, Readings>();
  let onWay: Promise<unknown> = Promise.resolve();
  let reached: WorldSnapshot = stretch.from;
  while (world.timeMs < untilMs) {
    signal.throwIfAborted();
    const batches = await nextMessages(world, stretch, options, texts);
    await onWay;
    if (reached !== stretch.from) onProgress({ from: reached, untilMs, stepMs });
    reached = world.snapshot();
    onWay = Promise.all([...batches].map(([serial, samples]) => clientOf(serial).sendHistory(samples, signal)));
    // A failure is met at the next `await onWay`; until then it is not unhandled.
    onWay.catch(() => undefined);
  }
  await onWay;
  onProgress(undefined);
}

async function nextMessages(
  world: World,
  { untilMs, stepMs }: Stretch,
  { members, periodOf }: BackfillOptions,
  texts: Map<string, Readings>,
): Promise<Map<string, Sample[]>> {
  const batches = new Map<string, Sample[]>();
  for (let step = 0; step < STEPS_PER_MESSAGE && world.timeMs < untilMs; step++) {
    world.advance(Math.min(untilMs, (Math.floor(world.timeMs / stepMs) + 1) * stepMs), stepMs);
    for (const { serialNumber } of members) {
      const isDue = stepMs >= periodOf(serialNumber) || world.timeMs % periodOf(serialNumber) === 0;
      if (!isDue) continue;
      const readings = thinned(world.read(serialNumber), world.timeMs, serialNumber, texts);
      const sample = sampleOf(serialNumber, world.timeMs, readings, world.badLabels(serialNumber));
      const batch = batches.get(serialNumber);
      if (batch) batch.push(sample);
      else batches.set(serialNumber, [sample]);
    }
    // Live measurements are due every second: give way after each few milliseconds of work.
    if (step % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
  }
  return batches;
}

function thinned(readings: Readings, timeMs: number, serial: string, texts: Map<string, Readings>): Readings {
  const last = texts.get(serial) ?? {};
  const kept: Readings = {};
  const isFull = timeMs % SPARSE_MS === 0;
  for (const [label, value] of Object.entries(readings)) {
    const isSparse = SPARSE.has(label) || typeof value === 'string';
    if (isSparse && !isFull && (typeof value !== 'string' || last[label] === value)) continue;
    kept[label] = value;
    if (typeof value === 'string') last[label] = value;
  }
  texts.set(serial, last);
  return kept;
}

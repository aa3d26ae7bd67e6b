import type { DeviceClient } from '../device/device-client.ts';
import { type Sample, sampleOf } from '../device/sample.ts';
import type { Readings } from '../world/model.ts';
import { World, type WorldMember, type WorldSnapshot } from '../world/world.ts';
import type { Stretch } from './memory-file.ts';
import { HISTORY_STEP_MS, roundToStep } from './opening.ts';

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

/** Steps in one message of each device: half an hour. */
const STEPS_PER_MESSAGE = 180;

export interface BackfillOptions {
  readonly members: readonly WorldMember[];
  readonly clientOf: (serialNumber: string) => DeviceClient;
  readonly signal: AbortSignal;
  /** Called whenever more of the past is acknowledged: what is left of the stretch, undefined when it is done. */
  readonly onProgress: (left: Stretch | undefined) => void;
}

/**
 * Sends one stretch of the past through the devices' own connections, half an hour at a time. The next half hour is
 * computed while the one before is on its way, and no more than two are in memory.
 */
export async function sendStretch(stretch: Stretch, options: BackfillOptions): Promise<void> {
  const { members, clientOf, signal, onProgress } = options;
  const world = World.resume(members, stretch.from);
  const texts = new Map<string, Readings>();
  let onWay: Promise<unknown> = Promise.resolve();
  let reached: WorldSnapshot = stretch.from;
  while (world.timeMs < stretch.untilMs) {
    signal.throwIfAborted();
    const batches = await nextHalfHour(world, members, stretch.untilMs, texts);
    await onWay;
    if (reached !== stretch.from) onProgress({ from: reached, untilMs: stretch.untilMs });
    reached = world.snapshot();
    onWay = Promise.all([...batches].map(([serial, samples]) => clientOf(serial).sendHistory(samples, signal)));
    // A failure is met at the next `await onWay`; until then it is not unhandled.
    onWay.catch(() => undefined);
  }
  await onWay;
  onProgress(undefined);
}

async function nextHalfHour(
  world: World,
  members: readonly WorldMember[],
  untilMs: number,
  texts: Map<string, Readings>,
): Promise<Map<string, Sample[]>> {
  const batches = new Map<string, Sample[]>(members.map((member) => [member.serialNumber, []]));
  for (let step = 0; step < STEPS_PER_MESSAGE && world.timeMs < untilMs; step++) {
    world.advance(Math.min(untilMs, roundToStep(world.timeMs) + HISTORY_STEP_MS), HISTORY_STEP_MS);
    for (const [serial, samples] of batches) {
      const readings = thinned(world.read(serial), world.timeMs, serial, texts);
      samples.push(sampleOf(serial, world.timeMs, readings, world.badLabels(serial)));
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

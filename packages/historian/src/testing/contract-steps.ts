import fc from 'fast-check';
import { type Historian, PointBatch, type PointValue } from '../port.ts';

/** A run of points: enough of them to fill chunks, at times that fall on and between those of other runs. */
interface Run {
  key: number;
  startMs: number;
  stepMs: number;
  count: number;
  shape: number;
  quality: number;
}

/** One thing that is done to a store. */
export type Step =
  | { kind: 'append'; runs: Run[]; shuffle: boolean }
  | { kind: 'edit'; key: number; fromMs: number; lengthMs: number; value: PointValue }
  | { kind: 'delete'; key: number; fromMs: number; lengthMs: number }
  | { kind: 'drop'; beforeMs: number; keys: number[] | undefined }
  | { kind: 'read'; fromMs: number; lengthMs: number; threshold: number }
  | { kind: 'state'; timeMs: number }
  | { kind: 'latest' }
  | { kind: 'reopen' }
  | { kind: 'crash' };

const KEYS = [3, 4, 2 ** 40 + 1];
const SPAN_MS = 4_000_000;

const shapes: ((i: number) => PointValue)[] = [
  (i) => Math.round(Math.sin(i / 40) * 5000) / 100,
  (i) => ((i * 7919) % 1000) / 7,
  () => 3.5,
  (i) => i * 3,
  (i) => (i % 50 === 0 ? Number.NaN : i / 10),
  (i) => (i % 3 === 0 ? -0 : Number.POSITIVE_INFINITY),
  (i) => (i % 4 === 0 ? `state ${Math.floor(i / 16) % 5}` : i),
  (i) => `row ${i % 9}`,
  () => Number.NaN,
];

const key = fc.constantFrom(...KEYS);
const timeMs = fc.integer({ min: -1000, max: SPAN_MS });
const lengthMs = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: SPAN_MS }));

const run: fc.Arbitrary<Run> = fc.record({
  key,
  startMs: timeMs,
  stepMs: fc.constantFrom(1, 7, 500, 1000),
  count: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.integer({ min: 900, max: 2600 })),
  shape: fc.nat(shapes.length - 1),
  quality: fc.constantFrom(192, 192, 64, 0),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      runs: fc.array(run, { minLength: 1, maxLength: 4 }),
      shuffle: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      key,
      fromMs: timeMs,
      lengthMs,
      value: fc.constantFrom<PointValue[]>(42, -0, Number.NaN, 'edited'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key, fromMs: timeMs, lengthMs }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('drop' as const),
      beforeMs: fc.integer({ min: 0, max: 500_000 }),
      keys: fc.option(fc.array(key), { nil: undefined }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      fromMs: timeMs,
      lengthMs,
      threshold: fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 700 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('state' as const), timeMs }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'latest' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' as const }) },
);

/** Sequences of steps that end with a look at everything. */
export const arbitrarySteps: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: 3, maxLength: 14 })
  .map((steps) => [
    ...steps,
    { kind: 'read', fromMs: -2000, lengthMs: 2 * SPAN_MS, threshold: -1 },
    { kind: 'latest' },
  ]);

function batchOf(step: Extract<Step, { kind: 'append' }>): PointBatch {
  const points = step.runs.flatMap(({ key, startMs, stepMs, count, shape, quality }) =>
    Array.from({ length: count }, (_, i) => ({
      key,
      timeMs: startMs + i * stepMs,
      value: shapes[shape]?.(i) ?? 0,
      quality,
    })),
  );
  // A fixed permutation by a stride without a common factor: reproducible, and far from sorted.
  const stride = step.shuffle ? 7919 : 1;
  const batch = new PointBatch();
  for (let i = 0; i < points.length; i++) {
    const point = points[(i * stride) % points.length];
    if (point) batch.add(point.key, point.timeMs, point.value, point.quality);
  }
  return batch;
}

/** Does one step and answers what can be seen of it, for comparing two stores. */
export async function runStep(
  historian: Historian,
  step: Exclude<Step, { kind: 'reopen' | 'crash' }>,
): Promise<unknown> {
  if (step.kind === 'append') return historian.append(batchOf(step));
  if (step.kind === 'edit') return historian.editRange(step.key, step.fromMs, step.fromMs + step.lengthMs, step.value);
  if (step.kind === 'delete') return historian.deleteRange(step.key, step.fromMs, step.fromMs + step.lengthMs);
  if (step.kind === 'drop') return historian.dropBefore(step.beforeMs, step.keys);
  if (step.kind === 'state') return historian.stateAt(KEYS, step.timeMs);
  if (step.kind === 'latest') return (await historian.latest()).sort((a, b) => a.key - b.key);
  const { fromMs, threshold } = step;
  const toMs = fromMs + step.lengthMs;
  if (threshold > 0) return historian.readColumns({ keys: KEYS, fromMs, toMs, threshold });
  const series = [];
  for (const key of KEYS) series.push(await historian.readSeries(key, fromMs, toMs));
  return [await historian.readColumns({ keys: KEYS, fromMs, toMs, threshold }), ...series];
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HistoryUnavailableError, type PointValue } from '../../port.ts';
import { ServerRefusedError } from '../server/connection.ts';
import { ServerOfStates, staged, type Write } from '../testing/server-of-states.ts';
import { RecentPoints } from './recent-points.ts';

const HOUR_MS = 100;
const KEYS = [1, 2, 3];

const value: fc.Arbitrary<PointValue> = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(Number.NaN, -0, 'on', 'off'),
);
const key = fc.constantFrom(...KEYS);
const timeMs = fc.integer({ min: -3 * HOUR_MS, max: 4 * HOUR_MS });
const question = fc.record({
  keys: fc.subarray(KEYS, { minLength: 1 }),
  fromMs: timeMs,
  lengthMs: fc.integer({ min: 0, max: 7 * HOUR_MS }),
  threshold: fc.integer({ min: 1, max: 12 }),
});
const points = fc.record({
  kind: fc.constant('points' as const),
  points: fc.array(fc.tuple(key, timeMs, value), { minLength: 1, maxLength: 12 }),
});
const removal = fc
  .record({ key, fromMs: timeMs, lengthMs: fc.integer({ min: 0, max: 2 * HOUR_MS }) })
  .map(({ lengthMs, ...from }) => ({ kind: 'delete' as const, ...from, toMs: from.fromMs + lengthMs }));
const write: fc.Arbitrary<Write> = fc.oneof({ weight: 4, arbitrary: points }, { weight: 1, arbitrary: removal });
const failuresThereAre = [
  new ServerRefusedError(396, 'too many rows', null),
  new HistoryUnavailableError('the connection broke', { isAway: true }),
];
const failure = fc.oneof(
  { weight: 30, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...failuresThereAre) },
);

/** Each comes back to what it asked for before. */
const asker = fc
  .array(question, { minLength: 1, maxLength: 3 })
  .map((questions) => Array.from({ length: 6 }, () => questions).flat());

it('answers as the server did at one moment of the question, whatever is written or fails meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(12, 40, 1000),
      fc.constantFrom(3000, 100_000),
      fc.array(fc.record({ write, isTriedAgain: fc.boolean() }), { maxLength: 10 }),
      fc.array(asker, { minLength: 1, maxLength: 3 }),
      fc.infiniteStream(failure),
      async (scheduler, mostRead, mostBytes, writes, askers, failures) => {
        const server = new ServerOfStates();
        const recent = new RecentPoints({
          hourMs: HOUR_MS,
          shortestMs: 0,
          longestMs: 10 * HOUR_MS,
          mostRead,
          mostBytes,
        });
        const turn = () => scheduler.schedule(Promise.resolve());
        const fallibleTurn = async () => {
          await turn();
          const failed = failures.next().value;
          if (failed) throw failed;
        };

        const writing = (async () => {
          for (const [n, { write: next, isTriedAgain }] of writes.entries()) {
            const going = staged(n + 1, next);
            await turn();
            recent.writes(going);
            await turn();
            // Points of several months do not come to be there at one moment.
            if (next.kind === 'points') await server.write({ ...next, points: next.points.slice(0, 3) });
            await turn();
            await server.write(next);
            if (isTriedAgain) {
              await turn();
              recent.writes(going);
              await turn();
              await server.write(next);
            }
            await turn();
            recent.settled();
          }
        })();
        const asking = askers.map(async (asked) => {
          for (const { lengthMs, threshold, ...from } of asked) {
            await turn();
            const begun = server.states.length - 1;
            const range = { ...from, toMs: from.fromMs + lengthMs };
            const source = server.source(range, threshold, fallibleTurn);
            // What is held is what is there now.
            const held = [...recent.stateAt(range.keys, range.toMs).values()];
            const now = await server.now.stateAt(range.keys, range.toMs);
            for (const point of held) expect(now).toContainEqual(point);
            const answer = await server.chart(recent, range, threshold, source).catch((error: unknown) => {
              expect(failuresThereAre).toContain(error);
            });
            if (!answer) continue;
            const states = server.states.slice(begun);
            expect(await Promise.all(states.map((state) => state.readColumns({ ...range, threshold })))).toContainEqual(
              answer,
            );
          }
        });
        await scheduler.waitFor(Promise.all([writing, ...asking]).then(() => recent.quiet()));

        for (const { lengthMs, threshold, ...from } of askers.flat()) {
          const range = { ...from, toMs: from.fromMs + lengthMs };
          expect(await server.chart(recent, range, threshold)).toEqual(
            await server.now.readColumns({ ...range, threshold }),
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

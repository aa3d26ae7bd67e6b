import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { fleetMembers } from '../world/fleet-members.ts';
import { World } from '../world/world.ts';
import type { FleetMemory } from './memory-file.ts';
import { HISTORY_MS, openWorld } from './opening.ts';

/** One of each kind, and a pump with its tank. */
const SOME = ['PS-1103', 'TB-2011', 'SS-3001', 'SU-4211'];
const some = (bornMs: number) => fleetMembers(bornMs).filter((member) => SOME.includes(member.serialNumber));

const now = Date.UTC(2026, 10, 20, 12, 0, 7, 350);
const step = Date.UTC(2026, 10, 20, 12, 0, 0);

/** The stretches, oldest first, as pairs of times. */
function stretches(opening: ReturnType<typeof openWorld>): [number, number][] {
  return opening.todo.map((one): [number, number] => [one.from.timeMs, one.untilMs]).sort((a, b) => a[0] - b[0]);
}

function expectWithoutHoles(pairs: [number, number][], fromMs: number, untilMs: number): void {
  expect(pairs[0]?.[0]).toBe(fromMs);
  expect(pairs.at(-1)?.[1]).toBe(untilMs);
  for (const [i, pair] of pairs.entries()) if (i > 0) expect(pair[0]).toBe(pairs[i - 1]?.[1]);
}

const memoryAt = (timeMs: number, todo: FleetMemory['todo'] = []): FleetMemory => {
  const bornMs = timeMs - 20 * HOUR_MS;
  const world = World.begin(some(bornMs), bornMs);
  world.advance(timeMs, 10_000);
  return { bornMs, todo, live: world.snapshot() };
};

test('a first start has seven days to send, the last hour first, and a world that stands at now', () => {
  const opening = openWorld(some, undefined, now);
  expect(opening.bornMs).toBe(step - HISTORY_MS);
  expect(opening.world.timeMs).toBe(step);
  expectWithoutHoles(stretches(opening), step - HISTORY_MS, step);
  expect(opening.todo[0]?.from.timeMs).toBe(step - HOUR_MS);
  expect(opening.todo.map((stretch) => stretch.stepMs)).toEqual([1_000, ...Array(8).fill(10_000)]);
});

test('the world that goes on live is the one that history leads to', () => {
  const opening = openWorld(some, undefined, now);
  const last = opening.todo[0];
  if (!last) throw new Error('a first start has something to send');
  const replayed = World.resume(some(opening.bornMs), last.from);
  replayed.advance(last.untilMs, last.stepMs);
  expect(replayed.snapshot()).toEqual(opening.world.snapshot());
});

test('a second start has only the gap since the first one to send', () => {
  const opening = openWorld(some, memoryAt(step - 3 * HOUR_MS), now);
  expectWithoutHoles(stretches(opening), step - 3 * HOUR_MS, step);
});

test('a start right after a stop has nothing to send', () => {
  expect(openWorld(some, memoryAt(step), now).todo).toEqual([]);
});

test('history that was not finished is sent after the gap', () => {
  const older = { from: memoryAt(step - 9 * HOUR_MS).live, untilMs: step - 8 * HOUR_MS, stepMs: 10_000 };
  const opening = openWorld(some, memoryAt(step - HOUR_MS, [older]), now);
  expect(opening.todo.at(-1)).toEqual(older);
});

test('after a long rest no more than seven days are sent', () => {
  const memory = memoryAt(step - 30 * DAY_MS);
  const opening = openWorld(some, memory, now);
  expectWithoutHoles(stretches(opening), step - HISTORY_MS, step);
  expect(opening.bornMs).toBe(memory.bornMs);
});

test('a memory from the future, left by a wrong clock, is not used', () => {
  const opening = openWorld(some, memoryAt(step + DAY_MS), now);
  expect(opening.bornMs).toBe(step - HISTORY_MS);
});

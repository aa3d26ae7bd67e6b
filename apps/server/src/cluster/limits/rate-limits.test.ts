import { expect, it } from 'vitest';
import { type LimitCount, RateLimits } from '../../rate-limit.ts';

const WINDOW_MS = 60_000;

/** Two nodes that hear of one another's counts at once, by one clock. */
function twoNodes() {
  const time = { ms: 1_000_000 };
  const clock = { now: () => time.ms };
  const told: LimitCount[] = [];
  const one: RateLimits = new RateLimits(clock, (count) => {
    told.push(count);
    two.follow(count);
  });
  const two: RateLimits = new RateLimits(clock, (count) => one.follow(count));
  const limits = [one.of('tries', 3, WINDOW_MS), two.of('tries', 3, WINDOW_MS)] as const;
  return { time, told, one, limits };
}

it('lets a key through as often at all nodes together as at one, until the window is over', () => {
  const { time, limits } = twoNodes();
  const [one, two] = limits;
  expect([one.take('a'), two.take('a'), one.take('a')]).toEqual([0, 0, 0]);
  expect([one.take('a'), two.take('a'), two.take('b')]).toEqual([60, 60, 0]);
  time.ms += WINDOW_MS;
  expect([one.take('a'), two.take('a')]).toEqual([0, 0]);
});

it('takes a count back at all nodes, and tells of nothing that was refused', () => {
  const { told, limits } = twoNodes();
  const [one, two] = limits;
  for (let n = 0; n < 3; n++) one.take('a');
  expect(two.take('a')).toBe(60);
  one.take('a');
  one.giveBack('a');
  expect(told.map(({ what }) => what)).toEqual(['taken', 'taken', 'taken', 'given back']);
  expect([two.take('a'), one.take('a')]).toEqual([0, 60]);
});

it('holds nobody up for longer than the window when the clock was set back', () => {
  const { time, limits } = twoNodes();
  const [one] = limits;
  for (let n = 0; n < 3; n++) one.take('a');
  time.ms -= WINDOW_MS;
  expect(one.take('a')).toBe(0);
});

it('are made by names of their own', () => {
  const { one } = twoNodes();
  expect(() => one.of('tries', 1, 1)).toThrow('two limits named tries');
});

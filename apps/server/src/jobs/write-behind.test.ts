import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { DatabaseAwayError } from '#db/database-faults.ts';
import { WriteBehind } from './write-behind.ts';

const IN_TIME = { timeout: 10_000, interval: 20 };
let lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const told = () => lines.map(({ msg }) => msg);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('writes everything that came within a second, in portions and in order, and waits for no further second', async () => {
  const portions: number[][] = [];
  const written = new WriteBehind<number>({ write: async (some) => portions.push(some), log, what: 'numbers' });
  for (const number of upTo(5_200)) written.note(number);
  expect(written.stats()).toEqual({ waiting: 5_200, lost: 0 });
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(written.stats().waiting).toBe(0), IN_TIME);
  expect(portions.map(({ length }) => length)).toEqual([...Array(10).fill(500), 200]);
  expect(portions.flat()).toEqual(upTo(5_200));
  expect(lines).toEqual([]);
});

it('says once that there is no room, and how much was dropped as soon as there is again', async () => {
  const portions: number[][] = [];
  const written = new WriteBehind<number>({
    write: async (some) => portions.push(some),
    log,
    what: 'numbers',
    maxWaiting: 600,
  });
  for (const number of upTo(1_000)) written.note(number);
  expect(told()).toEqual(['numbers come faster than they can be written; what comes now is dropped']);
  expect(written.stats()).toEqual({ waiting: 600, lost: 400 });
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(told()).toHaveLength(2), IN_TIME);
  expect(lines[1]).toMatchObject({ dropped: 400, msg: 'numbers are written in time again; some were dropped' });
  expect(portions.flat()).toEqual(upTo(600));
  // The next time is told anew.
  for (const number of upTo(700)) written.note(number);
  expect(told()).toHaveLength(3);
  expect(written.stats().lost).toBe(500);
  await written.close();
  expect(portions.flat()).toHaveLength(1_200);
});

it('drops and counts a portion that is refused, and tries the next a second later', async () => {
  const tried: number[] = [];
  let isRefusing = true;
  const write = async (some: number[]) => {
    tried.push(some.length);
    if (isRefusing) throw new Error('No such asset.');
  };
  const written = new WriteBehind<number>({ write, log, what: 'numbers' });
  for (const number of upTo(1_200)) written.note(number);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(told()).toEqual(['numbers could not be written']), IN_TIME);
  expect(lines[0]).toMatchObject({ lost: 500 });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), IN_TIME);
  expect(tried).toEqual([500]);
  isRefusing = false;
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(written.stats()).toEqual({ waiting: 0, lost: 500 }), IN_TIME);
  expect(tried).toEqual([500, 500, 200]);
});

it.each([
  ['is away', new DatabaseAwayError()],
  ['has no room', Object.assign(new Error('disk full'), { code: '53100' })],
])('keeps what waits while the database %s, in order, and says so once', async (_, fault) => {
  const portions: number[][] = [];
  let isAway = true;
  const write = async (some: number[]) => {
    if (isAway) throw fault;
    portions.push(some);
  };
  const written = new WriteBehind<number>({ write, log, what: 'numbers' });
  for (const number of upTo(700)) written.note(number);
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), IN_TIME);
    expect(written.stats()).toEqual({ waiting: 700, lost: 0 });
    expect(written.pending()).toEqual(upTo(700));
  }
  expect(told()).toEqual(['numbers wait for the database']);
  isAway = false;
  written.note(700);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(() => expect(written.stats()).toEqual({ waiting: 0, lost: 0 }), IN_TIME);
  expect(portions.flat()).toEqual(upTo(701));
  expect(told()).toEqual(['numbers wait for the database', 'numbers are written again']);
});

it('ends though the database is away, and counts what it could not write', async () => {
  const write = async () => {
    throw new DatabaseAwayError();
  };
  const written = new WriteBehind<number>({ write, log, what: 'numbers' });
  for (const number of upTo(700)) written.note(number);
  await written.close();
  expect(written.stats()).toEqual({ waiting: 0, lost: 700 });
});

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Faults } from '../../embedded/faults.ts';
import { HistoryUnavailableError, PointBatch } from '../../port.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { Carrier } from './carrier.ts';
import { StagedLog } from './staged-log.ts';

let folder: string;
let fake: FakeServer;
let nowMs: number;
let foreign: boolean;
let heard: string[];
const open: { carrier: Carrier; log: StagedLog }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-carrier-'));
  fake = new FakeServer();
  nowMs = 5000;
  foreign = false;
  heard = [];
});
afterEach(async () => {
  for (const { carrier, log } of open.splice(0)) {
    await carrier.close(0);
    await log.close();
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof StagedLog.open>[0]> & { gatherMs?: number } = {}) {
  const troubles: (string | null)[] = [];
  const log = await StagedLog.open({
    folder: join(folder, 'staged'),
    faults: new Faults(() => undefined),
    diskSpace: async () => ({ free: 1e12, total: 1e12 }),
    usedFileNumber: 0,
    onStaged: () => carrier.staged(),
    ...options,
  });
  const carrier: Carrier = new Carrier({
    server: fake.server(),
    log,
    guard: async () => {
      if (foreign) throw new HistoryUnavailableError('another portal writes there', { isAway: true });
    },
    now: () => nowMs,
    recent: {
      writes: ({ kind }) => heard.push(kind),
      settled: () => heard.push('settled'),
    },
    onSettled: async () => undefined,
    onTrouble: (text) => troubles.push(text),
    gatherMs: options.gatherMs ?? 5,
  });
  carrier.start();
  const parts = { carrier, log, troubles };
  open.push(parts);
  return parts;
}

function batchOf(...values: number[]): PointBatch {
  const batch = new PointBatch();
  for (const value of values) batch.add(7, value, value, 192);
  return batch;
}

const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);
const PATIENT_MS = 60_000;

describe('what was acknowledged', () => {
  it('by a newer version is refused with a text before anything is taken in', async () => {
    const staged = join(folder, 'staged');
    fake.isAway = true;
    const { carrier, log } = await start({ logFileBytes: 2000 });
    await log.append(batchOf(1));
    await carrier.close(0);
    await log.close();
    const [name = ''] = readdirSync(staged).filter((file) => file.endsWith('.log'));
    const file = readFileSync(join(staged, name));
    file[12] = 3;
    writeFileSync(join(staged, name), file);
    await expect(start()).rejects.toThrow(/0000000001\.log in .*staged was written by a newer version of Telltale/);
    expect(readFileSync(join(staged, name))).toEqual(file);
    expect(readdirSync(staged).filter((other) => other.endsWith('.log'))).toEqual([name]);
  });

  it('goes to the server in order, and its log goes', async () => {
    const { carrier, log } = await start();
    await Promise.all(upTo(50).map((value) => log.append(batchOf(value))));
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.values).toEqual(upTo(50));
    expect(fake.commands).toEqual([expect.stringMatching(/history_marks.*\('log', 1\)/)]);
    await carrier.close(PATIENT_MS);
    await log.close();
    expect(readdirSync(join(folder, 'staged'))).toEqual([]);
  });

  it('is kept while the server is away, in files once it is much, and comes in order when it is back', async () => {
    fake.isAway = true;
    const { carrier, log, troubles } = await start({ logFileBytes: 2000, pointsInMemory: 100, blockPoints: 64 });
    for (const from of upTo(60)) await log.append(batchOf(...upTo(20, from * 20)));
    await vi.waitFor(() => expect(carrier.trouble).toContain('away'), 15_000);
    expect(await carrier.flush(PATIENT_MS)).toBe(false);
    expect(log.waitingPoints).toBe(1200);
    expect(readdirSync(join(folder, 'staged')).length).toBeGreaterThan(3);
    fake.isAway = false;
    await vi.waitFor(() => expect(log.waitingPoints).toBe(0), 15_000);
    await log.append(batchOf(1200));
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.values).toEqual(upTo(1201));
    expect(troubles).toEqual([expect.stringContaining('away'), null]);
    await vi.waitFor(() => expect(readdirSync(join(folder, 'staged')).length).toBeLessThan(4), 15_000);
  });

  it('is there once when the answer to a block was lost and the process was killed', async () => {
    fake.losesAnswers = true;
    const first = await start({ blockPoints: 32 });
    for (const from of upTo(20)) await first.log.append(batchOf(...upTo(10, from * 10)));
    await vi.waitFor(() => expect(fake.blocks).toHaveLength(1), 15_000);
    // What a killed process leaves behind.
    cpSync(join(folder, 'staged'), join(folder, 'left'), { recursive: true });
    await first.carrier.close(0);
    fake.losesAnswers = false;
    const second = await start({ folder: join(folder, 'left'), blockPoints: 1000 });
    expect(await second.carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.values).toEqual(upTo(200));
    expect(fake.blocks.length).toBe(2);
    // A server that was killed between noting a block and having it would leave it out for good.
    expect(fake.tokens.length).toBeGreaterThan(2);
    expect(new Set(fake.tokens).size).toBe(fake.tokens.length);
  });

  it('gathers in blocks, also when some of it comes while a block is on its way', async () => {
    const { carrier, log } = await start({ gatherMs: PATIENT_MS });
    fake.onInsert = async () => {
      if (fake.blocks.length === 1) await log.append(batchOf(2));
    };
    await log.append(batchOf(1));
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    await log.append(batchOf(3));
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.blocks.map(({ values }) => values)).toEqual([[1], [2, 3]]);
  });

  it('waits since its own time when there is more of it with every block, and while the server is away', async () => {
    const { carrier, log } = await start();
    const waits: unknown[] = [];
    fake.onInsert = async () => {
      waits.push([carrier.waitingSinceMs, nowMs]);
      nowMs += 60_000;
      fake.isAway = waits.length === 4;
      if (waits.length < 4) await log.append(batchOf(nowMs));
      else throw new HistoryUnavailableError('it is away', { isAway: true });
    };
    await log.append(batchOf(1));
    await vi.waitFor(() => expect(carrier.trouble).toContain('away'), 15_000);
    expect(waits).toEqual([
      [5000, 5000],
      [5000, 65_000],
      [65_000, 125_000],
      [125_000, 185_000],
    ]);
    expect(carrier.waitingSinceMs).toBe(125_000);
    fake.onInsert = async () => undefined;
    fake.isAway = false;
    expect(await vi.waitUntil(() => carrier.flush(PATIENT_MS), 15_000)).toBe(true);
    expect(carrier.waitingSinceMs).toBeNull();
  });

  it('is said before it goes to the server, each time, and that it is there only once it is', async () => {
    const { carrier, log } = await start();
    fake.losesAnswers = true;
    fake.onInsert = async () => void heard.push('inserted');
    await log.append(batchOf(1));
    await vi.waitFor(() => expect(fake.tokens.length).toBeGreaterThan(1), 15_000);
    expect(heard.slice(0, 4)).toEqual(['points', 'inserted', 'points', 'inserted']);
    fake.losesAnswers = false;
    await vi.waitFor(() => expect(log.isEmpty).toBe(true), 15_000);
    await log.operate({ kind: 'delete', key: 7, fromMs: 0, toMs: 9 });
    expect(heard.slice(-5)).toEqual(['points', 'inserted', 'settled', 'operation', 'settled']);
    expect(heard.filter((what) => what === 'settled')).toHaveLength(2);
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
  });

  it('may be of any number of months', async () => {
    const { carrier, log } = await start();
    const decades = upTo(150).map((month) => month * 31 * 86_400_000);
    await log.append(batchOf(...decades));
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.values).toEqual(decades);
  });

  it('gets versions above all that were used before, also in a new folder', async () => {
    const { carrier, log } = await start({ usedFileNumber: 41 });
    await log.append(batchOf(1));
    await carrier.flush(PATIENT_MS);
    expect(fake.blocks[0]?.versions).toEqual([42 * 2 ** 24 + 1]);
  });
});

it('nothing is written while another portal has the database', async () => {
  foreign = true;
  const { carrier, log } = await start();
  await log.append(batchOf(1));
  await vi.waitFor(() => expect(carrier.trouble).toContain('another portal'), 15_000);
  expect([fake.blocks, fake.commands]).toEqual([[], []]);
  foreign = false;
  expect(await vi.waitUntil(() => carrier.flush(PATIENT_MS), 15_000)).toBe(true);
  expect(fake.values).toEqual([1]);
});

describe('an operation', () => {
  it('takes its turn between what was written before and after it', async () => {
    const { carrier, log } = await start();
    await log.append(batchOf(1));
    const count = log.operate({ kind: 'delete', key: 7, fromMs: 0, toMs: 9 });
    await log.append(batchOf(2));
    expect(await count).toBe(3);
    expect(await carrier.flush(PATIENT_MS)).toBe(true);
    expect(fake.blocks.map(({ values }) => values)).toEqual([[1], [2]]);
    const [, rewritten] = fake.commands;
    expect(rewritten).toContain(`AND version < ${2 ** 24 + 2}`);
  });

  it('that makes room is the same statement again after a broken connection, and is not sent for nothing', async () => {
    fake.losesAnswers = true;
    const { log } = await start();
    const drop = log.operate({ kind: 'drop', beforeMs: 9, only: null });
    await expect(drop).rejects.toMatchObject({ mayHappen: true });
    await vi.waitFor(() => expect(fake.ids).toHaveLength(2), 15_000);
    expect(new Set(fake.ids)).toEqual(new Set([`telltale-drop-${2 ** 24 + 1}`]));
    // By now it has done it.
    fake.rows = 0;
    await vi.waitFor(() => expect(log.isEmpty).toBe(true), 15_000);
    expect(fake.ids.length).toBeLessThan(5);
    fake.losesAnswers = false;
    expect(await log.operate({ kind: 'drop', beforeMs: 9, only: null })).toBe(0);
    expect(new Set(fake.ids).size).toBe(1);
  });

  it('that the server cannot be told of is said to be carried out later, and is', async () => {
    fake.isAway = true;
    const { log } = await start();
    await log.append(batchOf(1));
    const edit = log.operate({ kind: 'edit', key: 7, fromMs: 0, toMs: 9, value: 'moved' });
    await expect(edit).rejects.toMatchObject({ mayHappen: true });
    fake.isAway = false;
    await vi.waitFor(() => expect(fake.commands.at(-1)).toContain("unhex('6d6f766564')"), 15_000);
  });
});

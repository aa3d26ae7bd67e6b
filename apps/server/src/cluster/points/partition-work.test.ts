import type { AssetId, DataItemId } from '@telltale/contract';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { Commit } from '#ingest/commit.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { RegisteredDevice } from '#ingest/registered-device.ts';
import type { HeldPartition } from '../partitions/held-partition.ts';
import { PartitionWork, type PartitionWorkOptions } from './partition-work.ts';
import { encodeFrames } from './point-frame.ts';

const ASSET = 7 as AssetId;
const MESSAGES = 3;

function aFrame(): Uint8Array {
  const commit = new Commit();
  const names = { assetDefinitionId: 1, adminId: 1, serialNumber: 'S', tokenHash: '' };
  const device = new RegisteredDevice({ assetId: ASSET, ...names } as never);
  commit.add(new DataItemSlot(ASSET, 1 as DataItemId, 'Flow'), 1_000, 1, 192);
  const messages = [{ device, from: 0, to: 1, receivedMs: 1_000 }];
  return [...encodeFrames(commit, messages as never, 400_000)][0] as Uint8Array;
}

/** Messages that a client hands out; once they are through it waits for more until it is closed. */
function messagesFrom(start: number, isSilent: boolean) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const data = aFrame();
  return {
    close: async () => resolve(),
    async *[Symbol.asyncIterator]() {
      for (let seq = start; seq <= MESSAGES && !isSilent; seq++) {
        yield { seq, data, info: { timestampNanos: 1e15, pending: 0 } };
      }
      await promise;
    },
  };
}

interface Scripted {
  work: PartitionWork;
  held: HeldPartition;
  /** From which message on each reading was asked for. */
  asked: number[];
  /** What was done, in order. */
  done: string[];
  /** What is evaluated cannot be written. */
  failEnd: (fails: boolean) => void;
}

/** @param silent how many readings hand out nothing of what stands in the stream */
function scripted(silent: number): Scripted {
  const asked: number[] = [];
  const done: string[] = [];
  let endFails = false;
  const ending = new AbortController();
  const held = { partition: 0, stored: 0, signal: ending.signal, advance: async () => undefined };
  const options = {
    jetStream: {
      consumers: {
        get: async (_: string, { opt_start_seq: start }: { opt_start_seq: number }) => {
          asked.push(start);
          return { consume: async () => messagesFrom(start, asked.length <= silent) };
        },
      },
    },
    manager: { streams: { getMessage: async () => ({ seq: MESSAGES }) } },
    storer: {
      drained: async () => undefined,
      room: async () => undefined,
      put: () => undefined,
      putUntil: ({ sequence }: { sequence: number }) => void done.push(`message ${sequence}`),
    },
    slots: { learn: async () => undefined, of: () => ({ paused: undefined, isRemoved: false }) },
    assets: () => [ASSET],
    historian: {},
    isCalculated: () => false,
    parts: [
      {
        prepare: async () => void done.push('prepare'),
        begin: async () => void done.push('begin'),
        follow: async () => void done.push('follow'),
        end: async () => {
          if (endFails) throw new Error('the database is away');
          done.push('end');
        },
      },
    ],
    log: createLog('silent'),
    watchEveryMs: 50,
  };
  const work = new PartitionWork(options as unknown as PartitionWorkOptions);
  const failEnd = (fails: boolean) => {
    endFails = fails;
    if (fails) ending.abort();
  };
  closing.push(async () => {
    ending.abort();
    await work.end(held as unknown as HeldPartition);
    work.close();
  });
  return { work, held: held as unknown as HeldPartition, asked, done, failEnd };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const read = Array.from({ length: MESSAGES }, (_, n) => `message ${n + 1}`);

it('reads a stream anew whose messages do not come, though they stand in it', async () => {
  const { work, held, asked, done } = scripted(2);
  work.begin(held);
  await expect.poll(() => done).toEqual(['prepare', 'begin', ...read, 'follow']);
  expect(work.liveCount).toBe(1);
  expect(asked).toEqual([1, 1, 1]);
});

it('lets a stream be from which everything has come', async () => {
  const { work, held, asked, done } = scripted(0);
  work.begin(held);
  await expect.poll(() => done).toContain('follow');
  // Many looks.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toEqual([1]);
});

it('says that a partition did not end whose alarms are still to be written', async () => {
  const { work, held, done, failEnd } = scripted(0);
  work.begin(held);
  await expect.poll(() => done).toContain('follow');
  failEnd(true);
  await expect(work.end(held)).rejects.toThrow('not all of partition 0 was written');
});

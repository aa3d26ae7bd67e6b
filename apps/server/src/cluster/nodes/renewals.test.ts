import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import type { NodeHold } from '#db/hold/node-hold.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { CLUSTER_TIMES, unheardNode } from './cluster-node.ts';
import { NodeRegistry } from './node-registry.ts';

const { leaseMs, renewMs, soundMs } = CLUSTER_TIMES;
/** So long a call waits for JetStream. */
const TIMEOUT_MS = 5_000;

let servers: 'answer' | 'are lost' | 'refuse';
let tell: (data: unknown) => void;
const fenced: string[] = [];
let attempts = 0;
let isAway = false;
let node: NodeRegistry;

/** JetStream as a node sees it: it answers at once, not at all, or at once that it has no leader. */
function put(): Promise<number> {
  if (servers === 'answer') return Promise.resolve(1);
  const error = new Error(servers);
  if (servers === 'refuse') return Promise.reject(error);
  return new Promise((_resolve, reject) => setTimeout(() => reject(error), TIMEOUT_MS));
}

const connection = {
  isConnected: true,
  bucket: async () => ({ put, delete: async () => undefined }),
  subscribe: (subject: string, listener: (data: unknown) => void) => {
    if (subject.endsWith('heard')) tell = listener;
    return () => undefined;
  },
  answer: () => () => undefined,
  publish: () => undefined,
} as unknown as ClusterConnection;

const hold = {
  isTaken: false,
  living: async () => [],
  clockAheadOf: async () => 0,
  end: async (id: string) => {
    attempts++;
    if (isAway) throw new Error('away');
    fenced.push(id);
  },
} as unknown as NodeHold;

beforeEach(async () => {
  vi.useFakeTimers();
  servers = 'answer';
  fenced.length = 0;
  isAway = false;
  const own = { id: 'one-1', name: 'one', version: '1', database: 'telltale' };
  node = new NodeRegistry({ connection, hold, log: createLog('silent'), node: own });
  await node.start();
});
afterEach(async () => {
  servers = 'answer';
  const left = node.leave();
  await vi.runAllTimersAsync();
  await left;
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const hearTwo = () => tell({ ...unheardNode('two-1', 'two', '1'), database: 'telltale', newsId: 0, isServing: true });

it('a node goes on answering where the answer to a renewal went with a server', async () => {
  servers = 'are lost';
  await pass(renewMs);
  servers = 'answer';
  for (let ms = 0; ms < 2 * TIMEOUT_MS; ms += 100) {
    expect(node.isSound).toBe(true);
    await pass(100);
  }
});

it('a node that falls silent is ended after a lease', async () => {
  await pass(2 * leaseMs);
  hearTwo();
  await pass(leaseMs);
  expect(fenced).toEqual([]);
  await pass(renewMs / 2);
  expect(fenced).toEqual(['two-1']);
});

it('nobody is ended while the servers answer no renewal, though the last one was a moment ago', async () => {
  await pass(2 * leaseMs);
  hearTwo();
  await pass(leaseMs - 4 * renewMs);
  servers = 'are lost';
  await pass(soundMs - renewMs / 2);
  expect(node.isSound).toBe(true);
  expect(fenced).toEqual([]);
});

it('a node that could not be ended is tried again, and not at each look', async () => {
  await pass(2 * leaseMs);
  hearTwo();
  isAway = true;
  await pass(leaseMs + renewMs);
  const tried = attempts;
  await pass(4 * renewMs);
  expect(attempts - tried).toBeGreaterThanOrEqual(3);
  expect(attempts - tried).toBeLessThanOrEqual(5);
  isAway = false;
  await pass(2 * renewMs);
  expect(fenced).toEqual(['two-1']);
});

it('who was deaf for a moment itself gives the others a whole lease from then on', async () => {
  await pass(2 * leaseMs);
  hearTwo();
  servers = 'refuse';
  await pass(soundMs - renewMs);
  servers = 'answer';
  await pass(leaseMs);
  expect(fenced).toEqual([]);
  hearTwo();
  await pass(leaseMs);
  expect(fenced).toEqual([]);
  await pass(2 * renewMs);
  expect(fenced).toEqual(['two-1']);
});

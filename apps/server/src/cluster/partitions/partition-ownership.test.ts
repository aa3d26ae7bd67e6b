import { JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startNatsServers } from '#cluster/testing/nats-servers.ts';
import { createLog } from '#config/log.ts';
import type { ClusterNodes, NodeRun } from './cluster-nodes.ts';
import { type HeldPartition, PartitionLostError } from './held-partition.ts';
import { PARTITIONS_BUCKET, PartitionKeys } from './partition-keys.ts';
import { PARTITIONS } from './partition-of.ts';
import { PartitionOwnership } from './partition-ownership.ts';

/** Which nodes live, as all of them see it; a node that is cut off sees what it saw last. */
class World {
  readonly fenced: NodeRun[] = [];
  /** What is asked while a node is fenced does not answer so long. */
  hanging: Promise<void> = Promise.resolve();
  readonly #nodes = new Set<NodeRun>();
  readonly #listeners = new Set<() => void>();

  join(node: NodeRun): void {
    this.#nodes.add(node);
    this.#tell();
  }

  /** Its lease has ended. */
  silence(node: NodeRun): void {
    this.#nodes.delete(node);
    this.#tell();
  }

  seenBy(self: NodeRun, isCutOff: () => boolean): ClusterNodes {
    let seen: readonly NodeRun[] = [];
    return {
      self,
      get isHearing() {
        return !isCutOff();
      },
      living: () => {
        if (!isCutOff()) seen = [...this.#nodes];
        return seen;
      },
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      fence: async (node) => {
        // Who was fenced itself has no way to the records by which it could fence others.
        if (!this.#nodes.has(self)) throw new Error('this node is fenced');
        await this.hanging;
        this.fenced.push(node);
      },
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

class Node {
  readonly id: NodeRun;
  readonly began: HeldPartition[] = [];
  isCutOff = false;
  /** What is under way for a partition that it gives up. */
  ending: Promise<void> = Promise.resolve();
  readonly ownership: PartitionOwnership;
  readonly #world: World;

  private constructor(world: World, id: NodeRun, keys: PartitionKeys) {
    this.#world = world;
    this.id = id;
    this.ownership = new PartitionOwnership({
      keys,
      nodes: world.seenBy(id, () => this.isCutOff),
      host: { begin: (held) => void this.began.push(held), end: () => this.ending },
      log: createLog('silent'),
      lookEveryMs: 100,
      lookWithinMs: 6_000,
    });
  }

  static start(world: World, name: string, run = 'r1'): Node {
    const node = new Node(world, { node: name, run }, new PartitionKeys(bucket));
    world.join(node.id);
    node.ownership.start();
    nodes.push(node);
    return node;
  }

  /** Ends as a machine that loses its power: it says nothing. */
  kill(): void {
    this.isCutOff = true;
    this.#world.silence(this.id);
  }
}

let servers: Awaited<ReturnType<typeof startNatsServers>>;
let connection: NatsConnection;
let bucket: KV;
let nodes: Node[] = [];

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  servers = await startNatsServers(1);
});
afterAll(() => servers.stop());
beforeEach(async () => {
  connection = await connect({ servers: servers.url });
  bucket = await new Kvm(jetstream(connection)).create(PARTITIONS_BUCKET, { allow_direct: false });
});
afterEach(async () => {
  for (const node of nodes) await node.ownership.close();
  nodes = [];
  await bucket.destroy();
  await connection.close();
});

const counts = () => nodes.map((node) => node.ownership.held().length);
const shared = (expected: readonly number[]) =>
  vi.waitFor(() => expect(counts()).toEqual(expected), { timeout: 90_000, interval: 20 });

function eachHasOneOwner(living: readonly Node[]): void {
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const owners = living.filter(({ ownership }) => ownership.owns(partition));
    expect(owners.length, `owners of partition ${partition}`).toBe(1);
  }
}

it('gives a node that is alone every partition', async () => {
  Node.start(new World(), 'a');
  await shared([64]);
});

it('shares partitions out as evenly as they go when nodes join, and when they leave', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  await shared([64]);
  const b = Node.start(world, 'b');
  await shared([32, 32]);
  const c = Node.start(world, 'c');
  await shared([22, 21, 21]);
  eachHasOneOwner([a, b, c]);
  await b.ownership.close();
  world.silence(b.id);
  await shared([32, 0, 32]);
  eachHasOneOwner([a, c]);
  expect(world.fenced).toEqual([]);
});

it('moves the partitions of a node that was killed to the others, once that one can change nothing', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  const b = Node.start(world, 'b');
  await shared([32, 32]);
  const [one] = b.ownership.held();
  await one?.advance(17);
  b.kill();
  await vi.waitFor(() => expect(a.ownership.held().length).toBe(64), { timeout: 90_000 });
  expect(world.fenced).toEqual([b.id]);
  const taken = a.ownership.held().find(({ partition }) => partition === one?.partition);
  expect(taken?.stored).toBe(17);
});

it('refuses what a node that was frozen says of partitions that others have by now', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  const b = Node.start(world, 'b');
  await shared([32, 32]);
  const before = b.ownership.held();
  b.kill();
  await vi.waitFor(() => expect(a.ownership.held().length).toBe(64), { timeout: 90_000 });
  for (const held of before) await expect(held.advance(99)).rejects.toThrow(PartitionLostError);
  expect(before.every(({ signal }) => signal.aborted)).toBe(true);
  expect(a.ownership.held().map(({ stored }) => stored)).toEqual(new Array(64).fill(0));
  for (const held of a.ownership.held()) await held.advance(3);
});

it('keeps a partition whose key is refused while a change of its own is on its way', async () => {
  const a = Node.start(new World(), 'a');
  await shared([64]);
  const [held] = a.ownership.held();
  const unsettled = new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence: 7' });
  const putting = vi.spyOn(bucket, 'put').mockRejectedValueOnce(unsettled);
  await expect(held?.advance(5)).rejects.toThrow(/is not settled/);
  putting.mockRestore();
  await held?.advance(6);
  expect([held?.signal.aborted, held?.stored]).toEqual([false, 6]);
  expect(a.ownership.held()).toContain(held);
});

it('takes a partition anew whose work ended though its key still names this node', async () => {
  const a = Node.start(new World(), 'a');
  await shared([64]);
  const [held] = a.ownership.held();
  held?.end();
  const begun = () => a.began.filter(({ partition }) => partition === held?.partition);
  await expect.poll(() => begun().length).toBe(2);
  await shared([64]);
  expect(begun().map(({ signal }) => signal.aborted)).toEqual([true, false]);
  eachHasOneOwner([a]);
});

it('takes nothing from a node that could not be fenced', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  const b = Node.start(world, 'b');
  await shared([32, 32]);
  const refusing = vi.spyOn(world.fenced, 'push').mockImplementation(() => {
    throw new Error('PostgreSQL does not answer');
  });
  b.kill();
  await vi.waitFor(() => expect(refusing.mock.calls.length).toBeGreaterThan(2), { timeout: 90_000 });
  expect(a.ownership.held().length).toBe(32);
  refusing.mockRestore();
  await vi.waitFor(() => expect(a.ownership.held().length).toBe(64), { timeout: 90_000 });
});

it('takes the partitions of its own former run as those of another node', async () => {
  const world = new World();
  const before = Node.start(world, 'a', 'r1');
  await shared([64]);
  before.kill();
  const after = Node.start(world, 'a', 'r2');
  await vi.waitFor(() => expect(after.ownership.held().length).toBe(64), { timeout: 90_000 });
  expect(world.fenced).toEqual([before.id]);
});

it('drops everything when it no longer counts as living', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  await shared([64]);
  const before = a.ownership.held();
  world.silence(a.id);
  await shared([0]);
  expect(before.every(({ signal }) => signal.aborted)).toBe(true);
});

it('gives a look up that does not end, says so, and begins anew', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  const b = Node.start(world, 'b');
  await shared([32, 32]);
  await expect.poll(() => a.ownership.fault).toBeUndefined();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.hanging = promise;
  b.kill();
  await expect.poll(() => a.ownership.fault, { timeout: 30_000 }).toMatch('cannot look at which assets are its own');
  world.hanging = Promise.resolve();
  await vi.waitFor(() => expect(a.ownership.held().length).toBe(64), { timeout: 90_000 });
  await expect.poll(() => a.ownership.fault, { timeout: 30_000 }).toBeUndefined();
  const began = a.began.length;
  // What the first one waited for is answered after all, and takes nothing any more.
  resolve();
  await vi.waitFor(() => expect(world.fenced).toEqual([b.id, b.id]), { timeout: 30_000 });
  await expect.poll(() => a.ownership.fault).toBeUndefined();
  expect(a.began.length).toBe(began);
  eachHasOneOwner([a]);
});

it('goes on looking while what it gave up is not at its end, and lets nobody have that before', async () => {
  const world = new World();
  const a = Node.start(world, 'a');
  await shared([64]);
  const { promise, resolve } = Promise.withResolvers<void>();
  a.ending = promise;
  const b = Node.start(world, 'b');
  await shared([32, 0]);
  await expect.poll(() => b.ownership.counts().get('a')).toBe(64);
  await expect.poll(() => a.ownership.fault).toBeUndefined();
  world.silence(b.id);
  // What it gives up is not had back by itself, either.
  await expect.poll(() => a.ownership.held().length).toBe(32);
  resolve();
  await shared([64, 0]);
});

import { type AssetId, QUALITY_GOOD } from '@telltale/contract';
import { type Historian, type PointBatch, seriesKey } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { partitionOf } from '../partitions/partition-of.ts';
import { type NatsServers, startNatsServers } from '../testing/nats-servers.ts';
import { SmallNode, SmallWorld } from '../testing/small-nodes.ts';

const ASSETS = 40;
const KILLS = Number(process.env.TELLTALE_TEST_NODE_KILLS ?? 2);
/** Each takes the time in which servers choose a leader. */
const SERVER_KILLS = Math.ceil(KILLS / 2);
/** For a machine that others keep busy. */
const PATIENCE = { timeout: 90_000, interval: 100 };
vi.setConfig({ testTimeout: 200_000 });

let servers: NatsServers;
let historian: Historian;
let world: SmallWorld;
let nodes: SmallNode[] = [];
let assets: AssetId[];

beforeEach(async () => {
  servers = await startNatsServers(1);
  historian = new ReferenceHistorian();
  world = new SmallWorld(historian);
  assets = Array.from({ length: ASSETS }, (_, n) => world.anAsset(n + 1));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(nodes.map((node) => node.close()));
  nodes = [];
  await servers.stop();
});

async function start(name: string, options: { run?: string; frameBytes?: number } = {}): Promise<SmallNode> {
  // While servers choose their leader nothing can be opened; whatever looks after a node starts it again.
  const node = await vi.waitFor(() => SmallNode.start(world, servers, name, options), PATIENCE);
  nodes.push(node);
  return node;
}

const point = (label: string, timeMs: number | undefined, value: number | string) => ({
  label,
  timeMs,
  value,
  quality: QUALITY_GOOD,
});
const everythingIsOwned = (count = nodes.length) =>
  vi.waitFor(() => {
    const held = nodes.map(({ ownership }) => ownership.held().length);
    expect(held.reduce((sum, one) => sum + one, 0)).toBe(64);
    expect(held.filter((one) => one > 0).length).toBe(count);
  }, PATIENCE);

async function stored(assetId: AssetId, label: string): Promise<[number, number | string][]> {
  const key = seriesKey(assetId, world.item(assetId, label).dataItemId);
  const { timesMs, values } = await historian.readSeries(key, 0, Number.MAX_SAFE_INTEGER);
  return [...timesMs].map((timeMs, n) => [timeMs, values[n] as number | string]);
}

it('stores what comes to any node, and tells of it where its asset is owned, in order', async () => {
  const [a, b] = [await start('a'), await start('b')];
  await everythingIsOwned();
  const baseMs = Date.now() - 60_000;
  for (let n = 0; n < 20; n++) {
    await Promise.all(assets.map((id) => (n % 2 === 0 ? a : b).send(id, [point('Flow', baseMs + n, n)])));
  }
  const expected = Array.from({ length: 20 }, (_, n) => [baseMs + n, n]);
  await vi.waitFor(async () => {
    for (const id of assets) expect(await stored(id, 'Flow')).toEqual(expected);
    for (const id of assets) {
      const byNode = nodes.map(({ told }) => told.filter(({ assetId }) => assetId === id).map((one) => one.value));
      expect(byNode.filter((values) => values.length > 0)).toEqual([expected.map(([, value]) => value)]);
    }
  }, PATIENCE);
  expect(a.told.length).toBeGreaterThan(0);
  expect(b.told.length).toBeGreaterThan(0);
});

it('stores what an asset sends that another node has made a moment ago', async () => {
  const [a, b] = [await start('a'), await start('b')];
  await everythingIsOwned();
  const made = Array.from({ length: 10 }, (_, n) => world.anAsset(1_000 + n));
  for (const id of made) await a.send(id, [point('New', 1_000, 1), point('Other', 1_000, 'text')]);
  await vi.waitFor(async () => {
    for (const id of made) expect(await stored(id, 'New')).toEqual([[1_000, 1]]);
    for (const id of made) expect(await stored(id, 'Other')).toEqual([[1_000, 'text']]);
  }, PATIENCE);
  expect(b.told.length).toBeGreaterThan(0);
});

it('carries a message that is longer than a frame', async () => {
  const a = await start('a', { frameBytes: 5_000 });
  await everythingIsOwned();
  const text = 'x'.repeat(900);
  const points = Array.from({ length: 50 }, (_, n) => point('Text', 1_000 + n, `${n} ${text}`));
  await a.send(assets[0] as AssetId, points);
  const expected = points.map(({ timeMs, value }) => [timeMs, value]);
  await vi.waitFor(async () => expect(await stored(assets[0] as AssetId, 'Text')).toEqual(expected), PATIENCE);
});

it('acknowledges nothing without JetStream, says why, and goes on by itself', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const [asset] = assets as [AssetId];
  await a.send(asset, [point('Flow', 1_000, 1)]);
  await servers.servers[0]?.freeze();
  let isAcknowledged = false;
  const sending = a.send(asset, [point('Flow', 2_000, 2)]).then(() => {
    isAcknowledged = true;
  });
  const state = () => a.pipeline.fault ?? (isAcknowledged ? 'acknowledged' : 'waiting');
  await vi.waitFor(() => expect(state()).toMatch(/JetStream does not answer/), PATIENCE);
  expect(isAcknowledged).toBe(false);
  servers.servers[0]?.resume();
  await sending;
  expect(a.pipeline.fault).toBeUndefined();
  await vi.waitFor(
    async () =>
      expect(await stored(asset, 'Flow')).toEqual([
        [1_000, 1],
        [2_000, 2],
      ]),
    PATIENCE,
  );
});

it('acknowledges while the history is away, and catches up', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const [asset] = assets as [AssetId];
  const append = vi.spyOn(historian, 'append').mockRejectedValue(new Error('no route to host'));
  for (let n = 0; n < 10; n++) await a.send(asset, [point('Flow', 1_000 + n, n)]);
  await vi.waitFor(() => expect(a.storer.fault).toMatch(/no route to host/), PATIENCE);
  expect(a.pipeline.fault).toBeUndefined();
  await vi.waitFor(() => expect(a.storer.behindSinceMs).toBeGreaterThan(Date.now() - PATIENCE.timeout), PATIENCE);
  append.mockRestore();
  await vi.waitFor(async () => expect((await stored(asset, 'Flow')).length).toBe(10), PATIENCE);
  expect(a.storer.fault).toBeUndefined();
  expect(a.storer.behindSinceMs).toBeUndefined();
});

it('stores each point at the place of its message in the stream, whoever stores it and however often', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const placed = new Map<string, Set<number | undefined>>();
  const append = vi.spyOn(historian, 'append');
  const note = (batch: PointBatch) => {
    for (let i = 0; i < batch.length; i++) {
      const name = `${batch.keys[i]} ${batch.timesMs[i]}`;
      placed.set(name, (placed.get(name) ?? new Set()).add(batch.placeAt(i)));
    }
  };
  // What the first node stores is never known to be stored.
  append.mockImplementation((batch) => {
    note(batch);
    return new Promise(() => undefined);
  });
  for (let n = 0; n < 5; n++) await Promise.all(assets.map((id) => a.send(id, [point('Flow', n, n)])));
  await vi.waitFor(() => expect(append).toHaveBeenCalled(), PATIENCE);
  nodes = [];
  void a.kill();
  append.mockImplementation(async (batch) => note(batch));
  await start('b');
  await vi.waitFor(() => expect(placed.size).toBe(ASSETS * 5), PATIENCE);
  const all = [...placed.values()].map((places) => [...places]);
  expect(all.filter((places) => places.length !== 1 || places[0] === undefined)).toEqual([]);
  for (const id of assets) {
    const key = seriesKey(id, world.item(id, 'Flow').dataItemId);
    const places = Array.from({ length: 5 }, (_, n) => [...(placed.get(`${key} ${n}`) ?? [])][0] as number);
    expect(places).toEqual(places.toSorted((x, y) => x - y));
  }
});

it('reads on where the history is when a node was killed before that was noted', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const append = vi.spyOn(historian, 'append').mockImplementation(() => new Promise(() => undefined));
  for (const id of assets) await a.send(id, [point('Flow', 1_000, 1)]);
  await vi.waitFor(() => expect(append).toHaveBeenCalled(), PATIENCE);
  nodes = [];
  void a.kill();
  append.mockRestore();
  await start('b');
  await vi.waitFor(async () => {
    for (const id of assets) expect(await stored(id, 'Flow')).toEqual([[1_000, 1]]);
  }, PATIENCE);
});

it('knows the values of now of everything that it takes over', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const b = await start('b');
  await everythingIsOwned();
  // Half of the data items are made at a node that is not the owner, which hears of them with the first value.
  for (const [n, id] of assets.entries()) await a.send(id, [point('Flow', 5_000, n), point('State', 4_000 + n, 'on')]);
  await vi.waitFor(async () => {
    for (const id of assets) expect(await stored(id, 'State')).toHaveLength(1);
  }, PATIENCE);
  nodes = [b];
  await a.kill();
  await everythingIsOwned();
  await vi.waitFor(() => expect(b.work.liveCount).toBe(64), PATIENCE);
  for (const [n, id] of assets.entries()) {
    const values = b.currentValues.list(id).map(({ timeMs, value }) => [timeMs, value]);
    expect(values.toSorted()).toEqual([
      [4_000 + n, 'on'],
      [5_000, n],
    ]);
  }
});

/** Devices that send to one node after the other, and to another one what was not acknowledged. */
class Senders {
  readonly acknowledged = new Map<AssetId, number[]>(assets.map((id) => [id, []]));
  readonly #baseMs = Date.now() - 3_600_000;
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor() {
    this.#running = Promise.all(assets.map((id, n) => this.#send(id, n)));
  }

  /** Each of them was acknowledged so many times. */
  async reached(count: number): Promise<void> {
    await vi.waitFor(() => {
      expect(Math.min(...[...this.acknowledged.values()].map(({ length }) => length))).toBeGreaterThan(count);
    }, PATIENCE);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** What was acknowledged and is not in the history, with its partition and how far that is stored. */
  async missing(): Promise<string[]> {
    const lost: string[] = [];
    for (const [id, values] of this.acknowledged) {
      const there = new Map(await stored(id, 'Flow'));
      const partition = partitionOf(id);
      const held = nodes.flatMap(({ id: { run }, ownership }) => {
        const found = ownership.held().find((one) => one.partition === partition);
        return found ? `${run} up to ${found.stored}` : [];
      });
      for (const value of values) {
        if (there.get(this.#baseMs + value) === value) continue;
        lost.push(`value ${value} of asset ${id} in partition ${partition} at ${held.join(', ')}`);
      }
    }
    return lost;
  }

  async #send(id: AssetId, n: number): Promise<void> {
    for (let value = 0; !this.#isOver; value++) {
      const node = nodes[(n + value) % nodes.length];
      const isKept = await Promise.race([
        node?.send(id, [point('Flow', this.#baseMs + value, value)]).then(
          () => true,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(resolve, 8_000, false).unref()),
      ]);
      if (isKept) this.acknowledged.get(id)?.push(value);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

it(
  'loses nothing that was acknowledged when nodes are killed under load',
  async () => {
    await Promise.all([start('a'), start('b'), start('c')]);
    await everythingIsOwned();
    const senders = new Senders();
    let cutOff: SmallNode | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      await senders.reached((kill + 1) * 10);
      const victim = nodes.splice(kill % nodes.length, 1)[0] as SmallNode;
      // One that was cut off goes on until it is noticed; then it ends.
      await cutOff?.kill();
      cutOff = kill % 2 === 0 ? undefined : victim;
      if (cutOff) cutOff.cutOff();
      else await victim.kill();
      await start('abc'[kill % 3] as string, { run: `run-${kill}` });
    }
    await everythingIsOwned(3);
    await cutOff?.kill();
    await senders.end();
    await vi.waitFor(async () => expect(await senders.missing()).toEqual([]), PATIENCE);
  },
  200_000 + KILLS * 20_000,
);

it(
  'loses nothing that was acknowledged when each of three NATS servers is killed in its turn, and nodes between them',
  async () => {
    await servers.stop();
    servers = await startNatsServers(3);
    await Promise.all([start('a'), start('b')]);
    await everythingIsOwned();
    const senders = new Senders();
    for (let kill = 0; kill < SERVER_KILLS; kill++) {
      await senders.reached((kill + 1) * 10);
      const server = servers.servers[kill % 3];
      await server?.kill();
      await senders.reached((kill + 1) * 10 + 5);
      const victim = nodes.splice(kill % nodes.length, 1)[0] as SmallNode;
      await victim.kill();
      server?.start();
      await start('ab'[kill % 2] as string, { run: `run-${kill}` });
    }
    await everythingIsOwned(2);
    await senders.end();
    await vi.waitFor(async () => expect(await senders.missing()).toEqual([]), PATIENCE);
  },
  300_000 + SERVER_KILLS * 60_000,
);

it('stores each message once when nothing fails', async () => {
  const a = await start('a');
  await everythingIsOwned();
  const batches: number[] = [];
  const { append } = historian;
  vi.spyOn(historian, 'append').mockImplementation((batch: PointBatch) => {
    batches.push(batch.length);
    return append.call(historian, batch);
  });
  for (const id of assets) await a.send(id, [point('Flow', 1_000, 1), point('Level', 1_000, 2)]);
  await vi.waitFor(() => expect(batches.reduce((sum, one) => sum + one, 0)).toBe(2 * ASSETS), PATIENCE);
});

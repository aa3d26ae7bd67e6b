import { type AssetId, QUALITY_GOOD } from '@telltale/contract';
import { type Historian, type PointBatch, seriesKey } from '@telltale/historian';
import { ReferenceHistorian } from '@telltale/historian/testing/reference-historian.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type NatsServers, startNatsServers } from '../testing/nats-servers.ts';
import { SmallNode, SmallWorld } from '../testing/small-nodes.ts';

const ASSETS = 40;
const KILLS = Number(process.env.TELLTALE_TEST_NODE_KILLS ?? 2);
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
  const node = await SmallNode.start(world, servers, name, options);
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
  servers.servers[0]?.freeze();
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
  append.mockRestore();
  await vi.waitFor(async () => expect((await stored(asset, 'Flow')).length).toBe(10), PATIENCE);
  expect(a.storer.fault).toBeUndefined();
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

it(
  'loses nothing that was acknowledged when nodes are killed under load',
  async () => {
    await Promise.all([start('a'), start('b'), start('c')]);
    await everythingIsOwned();
    const acknowledged = new Map<AssetId, number[]>(assets.map((id) => [id, []]));
    let isOver = false;
    const baseMs = Date.now() - 3_600_000;
    const senders = assets.map(async (id, n) => {
      for (let value = 0; !isOver; value++) {
        const node = nodes[(n + value) % nodes.length];
        // A device whose node is gone sends again, to another one.
        const isKept = await Promise.race([
          node?.send(id, [point('Flow', baseMs + value, value)]).then(
            () => true,
            () => false,
          ),
          new Promise<false>((resolve) => setTimeout(resolve, 8_000, false).unref()),
        ]);
        if (isKept) acknowledged.get(id)?.push(value);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    let cutOff: SmallNode | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      await vi.waitFor(() => {
        const counts = [...acknowledged.values()].map((values) => values.length);
        expect(Math.min(...counts)).toBeGreaterThan((kill + 1) * 10);
      }, PATIENCE);
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
    isOver = true;
    await Promise.all(senders);
    const missing = async () => {
      const lost: string[] = [];
      for (const [id, values] of acknowledged) {
        const there = new Map(await stored(id, 'Flow'));
        for (const value of values) if (there.get(baseMs + value) !== value) lost.push(`asset ${id} value ${value}`);
      }
      return lost;
    };
    await vi.waitFor(async () => expect(await missing()).toEqual([]), PATIENCE);
    expect([...acknowledged.values()].flat().length).toBeGreaterThan(KILLS * ASSETS * 10);
  },
  200_000 + KILLS * 20_000,
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

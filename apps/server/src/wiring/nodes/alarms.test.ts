import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { AssetShares } from '#features/alarms/engine/asset-shares.ts';
import { type AlarmsOfNodesOptions, openAlarmsOfNodes, placesOfAlarms } from './alarms.ts';
import type { Partitions } from './partitions.ts';

const assets = (partition: number) => ({ partition, has: () => true, list: () => [] });

it('writes no place of alarms that are only about to be begun', () => {
  const told = [3, 4].map((partition) => ({ assets: assets(partition), sequence: 10 * partition }));
  const passed = new Map([[told[1]?.assets as never, 4_000]]);
  const engine = { passedMs: (share: unknown) => passed.get(share as never) };
  expect(placesOfAlarms({ stream: 's', told: () => told } as never, engine as never, 'all')).toEqual([
    { partition: 4, stream: 's', sequence: 40, passedMs: 4_000 },
  ]);
});

/** What ends a partition here, while its alarms can be written from a given try on. */
function ending(writtenFromTry: number) {
  const partitions = { parts: [], followers: [], isClosing: false } as unknown as Partitions & { isClosing: boolean };
  let tries = 0;
  const writer = {
    notePlaces: () => undefined,
    written: async () => {
      if (++tries < writtenFromTry) throw new Error('the database is away');
    },
  };
  const connection = { subscribe: () => () => undefined, publish: () => undefined };
  const cluster = { connection, nodes: { me: { id: 'me' }, onHeard: () => () => undefined } };
  openAlarmsOfNodes({ cluster: cluster as never, log: createLog('silent') }, partitions, {
    engine: { letGo: async () => undefined },
    shares: new AssetShares(),
    writer,
  } as unknown as AlarmsOfNodesOptions);
  const end = () => partitions.parts[0]?.end?.(assets(3));
  const close = () => Promise.all(partitions.followers.map((one) => one.close()));
  return { partitions, end, close, tries: () => tries };
}

it('gives a partition up when its alarms are written, however often that failed', async () => {
  const { end, tries, close } = ending(4);
  await end();
  expect(tries()).toBe(4);
  await close();
});

it('leaves it to the others to end this run where they cannot be written before it closes', async () => {
  const { partitions, end, close } = ending(Number.POSITIVE_INFINITY);
  partitions.isClosing = true;
  await expect(end()).rejects.toThrow('away');
  await close();
});

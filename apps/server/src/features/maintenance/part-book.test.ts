import type { AssetDefinitionId, AssetId, EventDefinitionId, EventId } from '@telltale/contract';
import { beforeEach, expect, test } from 'vitest';
import { PartBook } from './part-book.ts';
import type { PartDefinition, PartDone } from './part-repository.ts';

const MINUTE_MS = 60_000;
const RIGS = [1, 2].map((id) => {
  return {
    assetId: id as AssetId,
    assetDefinitionId: 7 as AssetDefinitionId,
    schedule: undefined,
    aliasMap: undefined,
  };
});

let kinds: PartDefinition[];
let done: PartDone[];
let reads: number;
let whileReading: () => void;
let book: PartBook;

const kind = (id: number, name: string): PartDefinition => {
  return { eventDefinitionId: id as EventDefinitionId, assetDefinitionId: 7 as AssetDefinitionId, name, reason: '' };
};
const record = (eventId: number, assetId: number): PartDone => ({
  eventId: eventId as EventId,
  assetId: assetId as AssetId,
  eventDefinitionId: 3 as EventDefinitionId,
  timestampMs: eventId,
  cause: '',
  meta: '{}',
  user: 'crew',
});
const partsAt = async (minutes: number) => await book.partsOf(RIGS, minutes * MINUTE_MS);
const lastOf = async (minutes: number) => (await partsAt(minutes)).map(({ parts }) => parts[0]?.last?.eventId ?? null);

beforeEach(() => {
  kinds = [kind(3, 'Pod 1 - Plunger')];
  done = [record(10, 1)];
  reads = 0;
  whileReading = () => undefined;
  book = new PartBook({
    listDefinitions: async () => kinds.map((one) => ({ ...one })),
    listLast: async (_atMs, assetId) => {
      reads++;
      const rows = done.filter((one) => assetId === undefined || one.assetId === assetId).map((one) => ({ ...one }));
      await Promise.resolve();
      whileReading();
      return rows;
    },
    itemsOf: () => [],
  });
});

test('what was read ahead is not read again, and whoever asks first waits for it', async () => {
  const reading = book.renew(RIGS, 10 * MINUTE_MS);
  expect(await lastOf(10)).toEqual([10, null]);
  await reading;
  expect(reads).toBe(1);
});

test('what others wrote on the same database is seen once it is read anew, and all else stays the same object', async () => {
  await book.renew(RIGS, 10 * MINUTE_MS);
  const before = await partsAt(10);
  done = [record(10, 1), record(11, 2)];
  await book.renew(RIGS, 12 * MINUTE_MS);
  expect(await lastOf(12)).toEqual([10, null]);
  await book.renew(RIGS, 16 * MINUTE_MS);
  const after = await partsAt(16);
  expect(after.map(({ parts }) => parts[0]?.last?.eventId)).toEqual([10, 11]);
  expect(after[0]).toBe(before[0]);
  kinds = [kind(3, 'Pod 1 - Plunger'), kind(4, 'Pod 2 - Plunger')];
  await book.renew(RIGS, 22 * MINUTE_MS);
  expect((await partsAt(22))[0]?.parts).toHaveLength(2);
});

test('an answer from before a record was written down does not count', async () => {
  await book.renew(RIGS, 10 * MINUTE_MS);
  whileReading = () => {
    done = [record(12, 1)];
    book.forget(1 as AssetId);
  };
  await book.renew(RIGS, 16 * MINUTE_MS);
  whileReading = () => undefined;
  expect(await lastOf(16)).toEqual([12, null]);
});

test('where nothing is read ahead whoever asks does it after a while', async () => {
  expect(await lastOf(10)).toEqual([10, null]);
  done = [record(10, 1), record(11, 2)];
  expect(await lastOf(19)).toEqual([10, null]);
  expect(await lastOf(21)).toEqual([10, 11]);
});

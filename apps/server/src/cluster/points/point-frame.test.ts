import type { AssetId, DataItemId } from '@telltale/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Commit, type CommittedMessage } from '#ingest/commit.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { RegisteredDevice } from '#ingest/registered-device.ts';
import { type CarriedPoint, decodeFrame, encodeFrames, UnknownFrameError } from './point-frame.ts';

interface Sent {
  assetId: number;
  receivedMs: number;
  text: string | undefined;
  points: { item: number; timeMs: number; value: number | string; quality: number; keeping: CarriedPoint['keeping'] }[];
}

function commitOf(sent: readonly Sent[]): { commit: Commit; messages: CommittedMessage[] } {
  const commit = new Commit();
  const messages = sent.map(({ assetId, receivedMs, text, points }) => {
    const id = assetId as AssetId;
    const device = new RegisteredDevice({
      assetId: id,
      assetDefinitionId: 1 as never,
      adminId: 1 as never,
      serialNumber: `SN-${assetId}`,
      tokenHash: '',
    });
    const from = commit.slots.length;
    const historical = new Set<number>();
    const transient = [];
    for (const { item, timeMs, value, quality, keeping } of points) {
      const slot = new DataItemSlot(id, item as DataItemId, `item ${item}`);
      if (keeping === 'transient') {
        transient.push({ slot, timeMs, value, quality });
        continue;
      }
      if (keeping === 'historical') historical.add(commit.slots.length);
      commit.add(slot, timeMs, value, quality);
    }
    const received = text === undefined ? undefined : { way: 'mqtt' as const, sender: 'g', text, receivedMs };
    return {
      device,
      from,
      to: commit.slots.length,
      historical: historical.size > 0 ? historical : undefined,
      transient: transient.length > 0 ? transient : undefined,
      receivedMs,
      received,
    };
  });
  return { commit, messages };
}

const aPoint = fc.record({
  item: fc.integer({ min: 1, max: 2 ** 24 - 1 }),
  timeMs: fc.integer({ min: 0, max: 4e12 }),
  value: fc.oneof(fc.double(), fc.string({ maxLength: 60, unit: 'binary' })),
  quality: fc.integer({ min: 0, max: 255 }),
  keeping: fc.constantFrom<CarriedPoint['keeping'][]>('stored', 'historical', 'transient'),
});
const aMessage: fc.Arbitrary<Sent> = fc.record({
  assetId: fc.integer({ min: 1, max: 2 ** 29 - 1 }),
  receivedMs: fc.integer({ min: 0, max: 4e12 }),
  text: fc.option(fc.string({ maxLength: 80 }), { nil: undefined }),
  points: fc.array(aPoint, { minLength: 1, maxLength: 40 }),
});

it('carries messages as they are', () => {
  fc.assert(
    fc.property(fc.array(aMessage, { minLength: 1, maxLength: 20 }), (sent) => {
      const { commit, messages } = commitOf(sent);
      const got = encodeFrames(commit, messages, 1_000_000).flatMap(decodeFrame);
      expect(got.map(({ assetId, receivedMs, origin }) => ({ assetId, receivedMs, text: origin?.text }))).toEqual(
        sent.map(({ assetId, receivedMs, text }) => ({ assetId, receivedMs, text })),
      );
      for (const [n, { points }] of got.entries()) {
        const { points: before = [] } = sent[n] ?? {};
        const inOrder = [...before.filter(isStored), ...before.filter((point) => !isStored(point))];
        expect(points).toEqual(inOrder.map(({ item, ...rest }) => ({ dataItemId: item, ...rest })));
      }
    }),
    { numRuns: 100 },
  );
});

it('divides a long message between two moments, in order of time, and loses nothing of it', () => {
  fc.assert(
    fc.property(aMessage, fc.integer({ min: 900, max: 3_000 }), (sent, most) => {
      const { commit, messages } = commitOf([sent]);
      const frames = encodeFrames(commit, messages, most);
      const got = frames.map((frame) => decodeFrame(frame).flatMap(({ points }) => points));
      expect(got.flat().length).toBe(sent.points.length);
      if (frames.length === 1) return;
      const times = got.map((points) => points.map(({ timeMs }) => timeMs));
      const flat = times.flat();
      expect(flat).toEqual(flat.toSorted((a, b) => a - b));
      const key = (point: CarriedPoint) => `${point.dataItemId} ${point.timeMs} ${point.keeping === 'transient'}`;
      const last = new Map(
        sent.points.map(({ item, ...rest }) => [key({ dataItemId: item as DataItemId, ...rest }), rest.value]),
      );
      expect(new Map(got.flat().map((point) => [key(point), point.value]))).toEqual(last);
      for (const frame of frames) expect(frame.byteLength).toBeLessThanOrEqual(most);
    }),
    { numRuns: 200 },
  );
});

it('refuses a frame of a newer version instead of guessing', () => {
  const { commit, messages } = commitOf([{ assetId: 1, receivedMs: 1, text: undefined, points: [] }]);
  const [frame] = encodeFrames(commit, messages, 1_000);
  (frame as Uint8Array)[0] = 9;
  expect(() => decodeFrame(frame as Uint8Array)).toThrow(UnknownFrameError);
});

function isStored({ keeping }: { keeping: CarriedPoint['keeping'] }): boolean {
  return keeping !== 'transient';
}

it('writes frames as nodes of other versions read them', () => {
  const { commit, messages } = commitOf([
    {
      ...{ assetId: 7, receivedMs: 1_700_000_000_000, text: undefined },
      points: [
        { item: 3, timeMs: 1_700_000_000_000, value: 1.5, quality: 192, keeping: 'stored' },
        { item: 4, timeMs: 1_700_000_000_001, value: 'on', quality: 0, keeping: 'historical' },
        { item: 5, timeMs: 1_700_000_000_002, value: -2, quality: 64, keeping: 'transient' },
      ],
    },
  ]);
  const [frame] = encodeFrames(commit, messages, 400_000);
  const head = '{"messages":[{"assetId":7,"receivedMs":1700000000000,"count":3}],"texts":{"1":"on"}}';
  // Version; length of the head, and the head; of each point its time, number, data item, quality and keeping.
  const parts = [
    '0100000054000000',
    Buffer.from(head).toString('hex'),
    '00008056febc7842000000000000f83f03000000c000',
    '00108056febc78420000000000000000040000000001',
    '00208056febc784200000000000000c0050000004002',
  ];
  expect(Buffer.from(frame ?? []).toString('hex')).toBe(parts.join(''));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PointBatch } from '../../port.ts';
import { ByteWriter } from '../codec/bytes.ts';
import { LATEST_MS } from '../points/time-range.ts';
import { buildFrame, LOG_HEADER, paddingAfter, scanLog } from './log-frames.ts';
import { type LogRecord, writeRecord } from './log-records.ts';

const value = fc.oneof(
  fc.double(),
  fc.integer({ min: -1e9, max: 1e9 }).map((integer) => integer / 100),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const key = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.maxSafeNat());
const timeMs = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -LATEST_MS, max: LATEST_MS }));

const record: fc.Arbitrary<LogRecord> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(key, timeMs, value, fc.nat(255)), { minLength: 1, maxLength: 40 })
      .map((points): LogRecord => {
        const batch = new PointBatch(points.length);
        for (const [one, time, written, quality] of points) batch.add(one, time, written, quality);
        return { kind: 'points', batch };
      }),
  },
  fc.record({ kind: fc.constant('edit' as const), key, fromMs: timeMs, toMs: timeMs, value }),
  fc.record({ kind: fc.constant('delete' as const), key, fromMs: timeMs, toMs: timeMs }),
  fc.record({ kind: fc.constant('drop' as const), beforeMs: timeMs, only: fc.option(fc.array(key, { maxLength: 4 })) }),
);

function frameOf(records: readonly LogRecord[]): Uint8Array {
  const out = new ByteWriter();
  for (const one of records) writeRecord(out, one);
  return buildFrame(out.view(), 1);
}

function read(file: Uint8Array): { records: LogRecord[]; tornBytes: number; damagedBytes: number } {
  const records: LogRecord[] = [];
  const scan = scanLog(Buffer.from(file), (one) => records.push(one));
  return { records, ...scan };
}

function aLogLine(i: number): LogRecord {
  const batch = new PointBatch(3);
  batch.add(i, 1e12 + i, i / 10, 192);
  batch.add(i + 1, 1e12 + i, `state ${i}`, 0);
  batch.add(i + 2, 1e12 + i, i, 64);
  return { kind: 'points', batch };
}

/** A log of 60 frames with two records each, and where each frame ends. */
function aLog(): { file: Uint8Array; ends: number[] } {
  const frames = Array.from({ length: 60 }, (_, i) => frameOf([aLogLine(2 * i), aLogLine(2 * i + 1)]));
  const ends: number[] = [];
  let end = LOG_HEADER.length;
  for (const frame of frames) {
    end += frame.length;
    ends.push(end);
  }
  return { file: Buffer.concat([LOG_HEADER, ...frames]), ends };
}

describe('the log', () => {
  it('gives back every record, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(record, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (groups) => {
        const file = Buffer.concat([LOG_HEADER, ...groups.map(frameOf)]);
        expect(read(file)).toEqual({ records: groups.flat(), tornBytes: 0, damagedBytes: 0 });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps everything before a tear, at each of 1,000 places', () => {
    const { file, ends } = aLog();
    for (let i = 0; i < 1000; i++) {
      const cut = Math.floor((i * file.length) / 1000);
      const whole = ends.filter((end) => end <= cut).length;
      const { records, tornBytes, damagedBytes } = read(file.subarray(0, cut));
      expect(records).toEqual(Array.from({ length: 2 * whole }, (_, n) => aLogLine(n)));
      expect(damagedBytes).toBe(0);
      expect(tornBytes > 0).toBe(cut !== (ends[whole - 1] ?? LOG_HEADER.length) && cut > 0);
    }
  });

  it('reads over the zeros that fill a page behind a frame', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const records = sizes.map((size, i) => Array.from({ length: size }, (_, n) => aLogLine(i + n)));
        let file = Buffer.from(LOG_HEADER);
        for (const frame of records.map(frameOf)) {
          file = Buffer.concat([file, frame]);
          file = Buffer.concat([file, Buffer.alloc(paddingAfter(file.length))]);
        }
        expect(read(file)).toEqual({ records: records.flat(), tornBytes: 0, damagedBytes: 0 });
      }),
      { numRuns: 50 },
    );
  });

  it('loses only the frame in which a byte was flipped, and says so', () => {
    const { file, ends } = aLog();
    for (let i = 0; i < 300; i++) {
      const at = LOG_HEADER.length + Math.floor((i * (file.length - LOG_HEADER.length)) / 300);
      const damaged = Uint8Array.from(file);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (i % 8));
      const frame = ends.findIndex((end) => at < end);
      const { records, tornBytes, damagedBytes } = read(damaged);
      const expected = Array.from({ length: 120 }, (_, n) => aLogLine(n)).filter((_, n) => n >> 1 !== frame);
      expect(records).toEqual(expected);
      expect(tornBytes + damagedBytes).toBe((ends[frame] ?? 0) - (ends[frame - 1] ?? LOG_HEADER.length));
    }
  });

  it('takes at most four bytes for a value of a message with ten', () => {
    const out = new ByteWriter();
    const batch = new PointBatch();
    for (let i = 0; i < 10; i++) batch.add(2 ** 24 * 17 + 200 + i, 1.78e12, Math.round(2000 + i * 137) / 100, 192);
    writeRecord(out, { kind: 'points', batch });
    expect(out.length / 10).toBeLessThan(4.5);
  });
});

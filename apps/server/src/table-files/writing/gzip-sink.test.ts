import { randomBytes } from 'node:crypto';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import { describe, expect, it } from 'vitest';
import { GzipSink } from './gzip-sink.ts';

class Kept {
  readonly pieces: Buffer[] = [];
  isEnded = false;
  async write(bytes: Uint8Array): Promise<void> {
    this.pieces.push(Buffer.from(bytes));
  }
  async end(): Promise<void> {
    this.isEnded = true;
  }
  get bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

const rows = (from: number, count: number) =>
  Buffer.from(Array.from({ length: count }, (_, row) => `2026-11-24T00:00:00.000Z,${from + row},41.5\r\n`).join(''));

describe('what is compressed', () => {
  it.each([
    ['nothing', []],
    ['one piece', [rows(0, 10_000)]],
    [
      'small and large pieces',
      [Buffer.from('Time,A\r\n'), rows(0, 30_000), Buffer.from('x'), rows(7, 5), rows(0, 30_000)],
    ],
    ['an empty piece', [rows(0, 3), Buffer.alloc(0), rows(3, 3)]],
    ['what cannot be made smaller', [randomBytes(300_000), randomBytes(40_000)]],
  ])('is one stream: %s', async (_, pieces) => {
    const kept = new Kept();
    const sink = new GzipSink(kept, new Breath(true));
    for (const piece of pieces) await sink.write(piece);
    await sink.end();
    expect(kept.isEnded).toBe(true);
    const all = Buffer.concat(pieces);
    expect(gunzipSync(kept.bytes).equals(all)).toBe(true);
    // Between the head and the sums of one member, whose end is the end of the file.
    expect(inflateRawSync(kept.bytes.subarray(10, -8)).equals(all)).toBe(true);
  });

  it('goes on where it left off: a piece that came before costs next to nothing', async () => {
    const kept = new Kept();
    const sink = new GzipSink(kept, new Breath(true));
    const piece = randomBytes(20_000);
    await sink.write(piece);
    const once = kept.bytes.length;
    await sink.write(piece);
    expect(kept.bytes.length - once).toBeLessThan(1_000);
  });

  it('is compressed by the thread that writes it, which has a low priority, and by no other', () => {
    const kept = new Kept();
    void new GzipSink(kept, new Breath(true)).write(rows(0, 100));
    expect(kept.bytes.length).toBeGreaterThan(100);
  });

  it('is the same stream where a thread of zlib compresses, to which it was left to', async () => {
    const pieces = [Buffer.from('Time,A\r\n'), rows(0, 30_000), rows(7, 5), randomBytes(300_000), rows(0, 30_000)];
    const streams = await Promise.all(
      [[false], [true], [true, false]].map(async (turns) => {
        const kept = new Kept();
        const breath = new Breath(true);
        const sink = new GzipSink(kept, breath);
        for (const [index, piece] of pieces.entries()) {
          breath.isNeeded = turns[index % turns.length] ?? false;
          await sink.write(piece);
        }
        await sink.end();
        return kept.bytes;
      }),
    );
    expect(gunzipSync(streams[0] ?? '').equals(Buffer.concat(pieces))).toBe(true);
    expect(streams.map((stream) => stream.equals(streams[0] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
  });

  it('leaves this thread free for the next piece where a thread of zlib compresses', async () => {
    const kept = new Kept();
    const sink = new GzipSink(kept, new Breath(false));
    const written = sink.write(rows(0, 100));
    expect(kept.bytes.length).toBe(0);
    await written;
    expect(kept.bytes.length).toBeGreaterThan(100);
  });

  it('fails as what it is written to fails', async () => {
    const kept = new Kept();
    kept.write = () => Promise.reject(new Error('no room'));
    await expect(new GzipSink(kept, new Breath(true)).write(rows(0, 10))).rejects.toThrow('no room');
  });
});

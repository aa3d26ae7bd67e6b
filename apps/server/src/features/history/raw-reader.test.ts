import type { Columns, ColumnsQuery, Historian } from '@telltale/historian';
import { describe, expect, it } from 'vitest';
import { readRawParts } from './raw-reader.ts';

/** A history that has one point a second from 0 to `untilMs` in every series, and counts what is asked of it. */
function aHistory(untilMs: number) {
  const asked: ColumnsQuery[] = [];
  const readColumns = async (query: ColumnsQuery): Promise<Columns> => {
    asked.push(query);
    const times: number[] = [];
    const first = Math.ceil(query.fromMs / 1000) * 1000;
    for (let at = first; at <= Math.min(query.toMs, untilMs); at += 1000) times.push(at);
    return { timesMs: Float64Array.from(times), columns: query.keys.map((key) => times.map((at) => key + at)) };
  };
  return { asked, historian: { readColumns } as Partial<Historian> as Historian };
}

const never = new AbortController().signal;

describe('reading every point of a range', () => {
  it('joins the steps without losing or doubling a point', async () => {
    const { historian, asked } = aHistory(200_000_000);
    const parts = await readRawParts(historian, { keys: [1, 2], fromMs: 0, toMs: 1e12, signal: never });
    const times = parts.flatMap((part) => [...part.timesMs]);
    expect(times).toHaveLength(200_001);
    expect(times.every((at, index) => at === index * 1000)).toBe(true);
    for (const [series, key] of [1, 2].entries()) {
      expect(parts.flatMap((part) => part.columns[series] ?? [])).toEqual(times.map((at) => at + key));
    }
    expect(asked.length).toBeGreaterThan(2);
  });

  it('gives up on too many values, naming how many and until when, without reading the rest', async () => {
    const { historian, asked } = aHistory(1e12);
    const keys = Array.from({ length: 100 }, (_, index) => index);
    const reading = readRawParts(historian, { keys, fromMs: 0, toMs: 3.15e11, signal: never });
    await expect(reading).rejects.toMatchObject({ status: 413, message: expect.stringMatching(/5,000,000/) });
    expect(asked.at(-1)?.toMs).toBeLessThan(1e9);
  });

  it('answers no part where there is nothing, however long the range', async () => {
    const { historian, asked } = aHistory(-1);
    const answer = await readRawParts(historian, { keys: [7], fromMs: 0, toMs: 4e12, signal: never });
    expect(answer).toEqual([]);
    expect(asked.length).toBeLessThan(20);
  });

  it('stops when nobody waits any more', async () => {
    const { historian } = aHistory(1e12);
    const controller = new AbortController();
    controller.abort();
    const query = { keys: [1], fromMs: 0, toMs: 1e12, signal: controller.signal };
    await expect(readRawParts(historian, query)).rejects.toThrow();
  });
});

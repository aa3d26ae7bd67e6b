import { expect, it } from 'vitest';
import type { PointBatch } from '../port.ts';
import { aBatch } from '../testing/contract-batch.ts';
import { ReferenceHistorian } from '../testing/reference-historian.ts';
import { CopyDiffersError, copyHistory } from './copy-history.ts';

const KEY = 7;
const { signal } = new AbortController();

async function aSource(): Promise<ReferenceHistorian> {
  const source = new ReferenceHistorian();
  await source.append(
    aBatch(
      KEY,
      Array.from({ length: 50 }, (_, i): [number, number | string, number] => [i * 10, i % 9 ? i / 3 : `t${i}`, i]),
    ),
  );
  await source.append(
    aBatch(9, [
      [5, Number.NaN],
      [6, -0],
    ]),
  );
  return source;
}

it('makes the other store hold every point, and only compares what is there', async () => {
  const from = await aSource();
  const to = new ReferenceHistorian();
  const seen: number[] = [];
  const onProgress = ({ points }: { points: number }) => seen.push(points);
  expect(await copyHistory({ from, to, signal, onProgress })).toEqual({ points: 52, copied: 52, total: 52 });
  expect(seen.at(-1)).toBe(52);
  for (const key of [KEY, 9]) expect(await to.readSeries(key, 0, 1e6)).toEqual(await from.readSeries(key, 0, 1e6));
  expect(await copyHistory({ from, to, signal })).toMatchObject({ points: 52, copied: 0 });
});

it('copies what came or was edited since, and leaves what only the other store has', async () => {
  const from = await aSource();
  const to = new ReferenceHistorian();
  await to.append(aBatch(KEY, [[15, 'of its own']]));
  await copyHistory({ from, to, signal });
  await from.editRange(KEY, 100, 120, 8);
  await from.append(aBatch(KEY, [[999, 1]]));
  expect(await copyHistory({ from, to, signal })).toMatchObject({ points: 53, copied: 51 });
  expect(await to.stateAt([KEY], 110)).toEqual(await from.stateAt([KEY], 110));
  expect((await to.stateAt([KEY], 15))[0]?.value).toBe('of its own');
});

it('says so when what was written comes back as something else', async () => {
  class Forgetful extends ReferenceHistorian {
    override async append(batch: PointBatch): Promise<void> {
      batch.numbers[0] = 4711;
      await super.append(batch);
    }
  }
  const copying = copyHistory({ from: await aSource(), to: new Forgetful(), signal });
  await expect(copying).rejects.toThrow(CopyDiffersError);
});

it('ends when nobody waits for it', async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const copying = copyHistory({
    from: await aSource(),
    to: new ReferenceHistorian(),
    signal: controller.signal,
    onProgress,
  });
  await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
});

import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import { EndsUnderWay, LEAD_MS } from './ends-under-way.ts';
import type { OnEnd } from './occurrence-repository.ts';

const SPAN = { fromMs: 10 * LEAD_MS, toMs: 20 * LEAD_MS };

function aReading() {
  const gates: PromiseWithResolvers<void>[] = [];
  const asked: { fromMs: number; signal: AbortSignal | undefined }[] = [];
  const repository = {
    async ends({ fromMs }: { fromMs: number }, onEnd: OnEnd, signal?: AbortSignal) {
      asked.push({ fromMs, signal });
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      signal?.addEventListener('abort', () => gate.reject(signal.reason));
      await gate.promise;
      onEnd(1 as AssetId, 2 as AlarmDefinitionId, SPAN.fromMs, SPAN.fromMs + 5, Number.NaN);
    },
  };
  const ends = new EndsUnderWay({ repository, awake: () => [], written: () => Promise.resolve() });
  return { ends, asked, release: () => gates.at(-1)?.resolve() };
}

it('is read once for all who ask for the same time meanwhile, and anew for who asks afterwards', async () => {
  const { ends, asked, release } = aReading();
  const both = [ends.read(SPAN), ends.read(SPAN)];
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.fromMs).toBe(SPAN.fromMs - LEAD_MS);
  release();
  const [one, other] = await Promise.all(both);
  expect(one).toBe(other);
  expect(one?.ended.endedMs.view()).toEqual(Float64Array.of(SPAN.fromMs + 5));
  const again = ends.read(SPAN);
  await expect.poll(() => asked.length).toBe(2);
  release();
  await again;
});

it('goes on for who stays, and ends when nobody waits any more', async () => {
  const { ends, asked, release } = aReading();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const left = ends.read(SPAN, leaving.signal);
  const stayed = ends.read(SPAN, staying.signal);
  await expect.poll(() => asked.length).toBe(1);
  leaving.abort();
  expect(asked[0]?.signal?.aborted).toBe(false);
  release();
  await expect(left).rejects.toThrow();
  expect((await stayed).ended.assetIds.length).toBe(1);
  const alone = new AbortController();
  const last = ends.read(SPAN, alone.signal);
  await expect.poll(() => asked.length).toBe(2);
  alone.abort();
  await expect(last).rejects.toThrow();
  expect(asked[1]?.signal?.aborted).toBe(true);
});

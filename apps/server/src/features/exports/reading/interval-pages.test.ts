import type { AssetId, DataItemId } from '@telltale/contract';
import type { Aggregates, Historian } from '@telltale/historian';
import { describe, expect, it } from 'vitest';
import type { ExportPlan } from '#table-files/export-plan.ts';
import { intervalPages } from './interval-pages.ts';

const DAYS = 20;
const DAY_MS = 86_400_000;
const LAST_MS = DAYS * DAY_MS;

/** Points at every moment, none of which can be used: no interval has a row, and what is asked is answered at once, as memory does. */
const historian = {
  stateAt: () => Promise.resolve([{ timeMs: LAST_MS, value: 1 }]),
  async *scan({ fromMs }: { fromMs: number }) {
    yield { timesMs: [fromMs], columns: [[1]] };
  },
  aggregate: ({ buckets }: { buckets: number }) => {
    const none = Array.from({ length: buckets }, () => 0);
    return Promise.resolve({ startsMs: [], series: [{ count: none, mean: none }] } as unknown as Aggregates);
  },
} as unknown as Historian;

const plan: ExportPlan = {
  type: 'csv',
  layout: 'wide',
  isCompressed: false,
  zone: 'UTC',
  fromMs: 0,
  toMs: LAST_MS,
  bucketMs: 1_000,
  functions: ['mean'],
  columns: [
    {
      ...{ assetId: 1 as AssetId, dataItemId: 5 as DataItemId, asset: 'Pump 7', item: 'P', unit: '' },
      ...{ of: 'mean', name: 'P', isText: false },
    },
  ],
};

describe('seconds of a long time without usable values', () => {
  it('leave the portal its turns', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    for await (const _page of intervalPages(historian, plan, new AbortController().signal)) break;
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(DAYS);
  });

  it('are looked for no longer once that is cancelled', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('The export was cancelled.')));
    await expect(intervalPages(historian, plan, controller.signal).next()).rejects.toThrow('The export was cancelled.');
  });
});

import { queryOptions } from '@tanstack/react-query';
import { itemDisplays } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What a week has recorded changes slowly; a scale that moved under the needle would be misread. */
const STALE_MS = 3_600_000;

interface Batch {
  readonly ids: Set<number>;
  readonly answer: Promise<ReadonlyMap<number, itemDisplays.RecordedRange>>;
}

const batches = new Map<number, Batch>();

/** The scale that the recorded values of a data item suggest; null where there are none. */
export function recordedRangeQuery(assetId: number, dataItemId: number) {
  return queryOptions({
    queryKey: queryKeys.recordedRange(assetId, dataItemId),
    queryFn: async () => {
      const range = (await askTogether(assetId, dataItemId)).get(dataItemId);
      return range ? { min: range.min, max: range.max } : null;
    },
    staleTime: STALE_MS,
    retry: false,
  });
}

function askTogether(assetId: number, dataItemId: number): Batch['answer'] {
  const open = batches.get(assetId);
  const batch = open && open.ids.size < itemDisplays.MOST_RANGES ? open : beginBatch(assetId);
  batch.ids.add(dataItemId);
  return batch.answer;
}

function beginBatch(assetId: number): Batch {
  const ids = new Set<number>();
  const batch: Batch = {
    ids,
    answer: gathered().then(() => {
      if (batches.get(assetId) === batch) batches.delete(assetId);
      return ask(assetId, ids);
    }),
  };
  batches.set(assetId, batch);
  return batch;
}

async function ask(
  assetId: number,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, itemDisplays.RecordedRange>> {
  const query = { dataItems: [...ids].join(',') };
  const ranges = await callApi(itemDisplays.listRecordedRanges, { params: { assetId }, query });
  return new Map(ranges.map((range) => [range.dataItemId as number, range]));
}

/** Tiles that are drawn together ask together, and with what else they ask: after this turn, not a while later. */
function gathered(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

import type { assets } from '@telltale/contract';
import type { PortalClient } from './portal-client.ts';

/** Every point of one data item as [time in ms, value], through the API; empty when the asset has no such item. */
export async function pointsOf(
  client: PortalClient,
  assetId: number,
  label: string,
): Promise<[number, number | string | null][]> {
  const items = await client.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  const item = items.body.find((value) => value.label === label);
  if (item === undefined) return [];
  const query = new URLSearchParams({
    columnar: 'true',
    threshold: '-1',
    dataItems: `${assetId}-${item.dataItemId}`,
    startTime: '1970-01-01T00:00:00Z',
    endTime: '2101-01-01T00:00:00Z',
  });
  const { status, body, text } = await client.get<(number | string | null)[][]>(`/api/historicaldata?${query}`);
  if (status !== 200) throw new Error(`history of ${label}: ${status} ${text}`);
  const [seconds = [], values = []] = body;
  return seconds.map((second, index) => [Math.round(Number(second) * 1_000), values[index] ?? null]);
}

import { NativeSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { formatDateTime, itemName } from '@telltale/domain';
import type { WhyRequest } from '#actions/why.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';

type Item = WhyRequest['items'][number];

interface ItemChoiceProps {
  items: readonly Item[];
  chosen: string;
  keyOf: (item: Item) => string;
  onChoose: (key: string) => void;
}

/** Which of the values that a tile shows is meant. */
export function ItemChoice({ items, chosen, keyOf, onChoose }: ItemChoiceProps) {
  const assetIds = [...new Set(items.map(({ assetId }) => assetId))];
  const lists = useQueries({ queries: assetIds.map((assetId) => currentValuesQuery(assetId)) });
  const zone = useOwnZone();
  const nameOf = ({ assetId, dataItemId, span, what }: Item) => {
    const value = lists[assetIds.indexOf(assetId)]?.data?.find((one) => one.dataItemId === dataItemId);
    const name = value ? itemName(value) : `Data item ${dataItemId}`;
    const named = assetIds.length > 1 ? `${name} (asset ${assetId})` : name;
    if (what !== undefined) return `${named}, ${what}`;
    return span ? `${named}, ${formatDateTime(span.fromMs, zone)}` : named;
  };
  return (
    <NativeSelect
      label="Value"
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      data={items.map((item) => ({ value: keyOf(item), label: nameOf(item) }))}
      mb="md"
    />
  );
}

import { NativeSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { WhyRequest } from '#actions/why.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';

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
  const nameOf = ({ assetId, dataItemId }: Item) => {
    const value = lists[assetIds.indexOf(assetId)]?.data?.find((one) => one.dataItemId === dataItemId);
    const name = value ? value.alias || value.label : `Data item ${dataItemId}`;
    return assetIds.length > 1 ? `${name} (asset ${assetId})` : name;
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

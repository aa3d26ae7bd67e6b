import { Button, Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { itemName, itemNames } from '@telltale/domain';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { currentValuesQuery } from '#api/dashboard-queries.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { itemKey } from './export-choices.ts';
import classes from './exports.module.css';

export interface ExportAsset {
  assetId: number;
  name: string;
}

interface ItemChecksProps {
  assets: readonly ExportAsset[];
  value: ReadonlySet<string>;
  onChange: (value: ReadonlySet<string>) => void;
}

/** The data items of some assets, of which any number is chosen. */
export function ItemChecks({ assets, value, onChange }: ItemChecksProps) {
  const [search, setSearch] = useState('');
  const lists = useQueries({ queries: assets.map(({ assetId }) => currentValuesQuery(assetId)) });
  const failed = lists.find(({ error, data }) => error !== null && data === undefined);
  if (failed) {
    const onRetry = () => lists.forEach(({ refetch }) => void refetch());
    return (
      <ErrorState title="The data items could not be loaded." message={messageOf(failed.error)} onRetry={onRetry} />
    );
  }
  const wanted = search.trim().toLowerCase();
  const groups = assets.map(({ assetId, name }, index) => ({
    assetId,
    name,
    items: (lists[index]?.data ?? [])
      .filter((item) => itemNames(item).some((name) => name.toLowerCase().includes(wanted)))
      .map((item) => ({ key: itemKey(assetId, item.dataItemId), name: itemName(item), unit: item.unit })),
  }));
  const shown = groups.flatMap(({ items }) => items.map(({ key }) => key));
  const isLoading = lists.some(({ data }) => data === undefined);

  return (
    <fieldset className={classes.job} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Group justify="space-between" gap="xs">
        <legend style={{ padding: 0 }}>
          Data items: <span role="status">{value.size} Selected</span>
        </legend>
        <Group gap={6}>
          <Button variant="default" size="compact-xs" onClick={() => onChange(new Set([...value, ...shown]))}>
            Check all
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => onChange(new Set())}>
            Clear all
          </Button>
        </Group>
      </Group>
      <SearchField label="Search data items" clearLabel="Clear the search" value={search} onChange={setSearch} />
      {isLoading ? (
        <SkeletonRows label="Loading the data items" rows={4} />
      ) : (
        <div className={classes.items}>
          {groups.map(({ assetId, name, items }) => (
            <div key={assetId}>
              {assets.length > 1 && <h3>{name}</h3>}
              {items.map((item) => (
                <label key={item.key} className={classes.item}>
                  <input
                    type="checkbox"
                    checked={value.has(item.key)}
                    onChange={({ currentTarget }) => onChange(withItem(value, item.key, currentTarget.checked))}
                  />
                  {item.name} <span>{item.unit}</span>
                </label>
              ))}
            </div>
          ))}
          {shown.length === 0 && <p className={classes.note}>{emptyText(assets.length, wanted)}</p>}
        </div>
      )}
    </fieldset>
  );
}

function emptyText(assets: number, wanted: string): string {
  if (assets === 0) return 'Choose assets or systems under More.';
  return wanted === '' ? 'There are no data items.' : 'No data item is called so.';
}

function withItem(before: ReadonlySet<string>, key: string, isChosen: boolean): ReadonlySet<string> {
  const after = new Set(before);
  if (isChosen) after.add(key);
  else after.delete(key);
  return after;
}

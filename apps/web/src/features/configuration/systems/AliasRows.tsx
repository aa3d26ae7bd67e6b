import { Select, TextInput } from '@mantine/core';
import { RowList } from './RowList.tsx';
import type { AliasRow } from './system-attributes.ts';

interface AliasRowsProps {
  rows: readonly AliasRow[];
  /** Data items that the system's dashboards can read. */
  items: readonly { dataItemId: number; label: string }[];
  isEditable: boolean;
  onChange: (rows: readonly AliasRow[]) => void;
}

const blank: AliasRow = { dataItemId: null, label: '' };

/** What data items are called in this system (the attribute aliasMap). */
export function AliasRows({ rows, items, isEditable, onChange }: AliasRowsProps) {
  const taken = new Set(rows.map(({ dataItemId }) => dataItemId));
  const choicesOf = (row: AliasRow) => {
    const choices = items
      .filter(({ dataItemId }) => dataItemId === row.dataItemId || !taken.has(dataItemId))
      .map(({ dataItemId, label }) => ({ value: String(dataItemId), label }));
    const isGone = row.dataItemId !== null && items.every(({ dataItemId }) => dataItemId !== row.dataItemId);
    return isGone ? [{ value: String(row.dataItemId), label: `data item ${row.dataItemId}` }, ...choices] : choices;
  };
  return (
    <RowList
      label="Names of data items"
      heading="Names of data items in this system"
      one="name"
      rows={rows}
      blank={blank}
      isEditable={isEditable}
      onChange={onChange}
      fields={(row, place, put) => (
        <>
          <Select
            aria-label={`Data item ${place}`}
            placeholder="Choose data item"
            nothingFoundMessage="Data items of new assets in slots are known once they are saved."
            data={choicesOf(row)}
            searchable
            limit={200}
            disabled={!isEditable}
            value={row.dataItemId === null ? null : String(row.dataItemId)}
            onChange={(value) => put({ dataItemId: value === null ? null : Number(value) })}
          />
          <TextInput
            aria-label={`Name ${place}`}
            placeholder="Name in this system"
            maxLength={255}
            disabled={!isEditable}
            value={row.label}
            onChange={(event) => put({ label: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
}

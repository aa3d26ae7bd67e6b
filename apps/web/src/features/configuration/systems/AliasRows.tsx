import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import panel from '../definitions/panel.module.css';
import type { AliasRow } from './system-attributes.ts';
import classes from './systems.module.css';

interface AliasRowsProps {
  rows: readonly AliasRow[];
  /** Data items that the system's dashboards can read. */
  items: readonly { dataItemId: number; label: string }[];
  isEditable: boolean;
  onChange: (rows: readonly AliasRow[]) => void;
}

/** What data items are called in this system (the attribute aliasMap). */
export function AliasRows({ rows, items, isEditable, onChange }: AliasRowsProps) {
  const put = (index: number, change: Partial<AliasRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const taken = new Set(rows.map(({ dataItemId }) => dataItemId));
  return (
    <section aria-label="Names of data items">
      <h3 className={panel.heading}>Names of data items in this system</h3>
      {rows.map((row, index) => {
        const choices = items
          .filter(({ dataItemId }) => dataItemId === row.dataItemId || !taken.has(dataItemId))
          .map(({ dataItemId, label }) => ({ value: String(dataItemId), label }));
        const isGone = row.dataItemId !== null && items.every(({ dataItemId }) => dataItemId !== row.dataItemId);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone, new ones have nothing else
          <div key={index} className={classes.pair}>
            <Select
              aria-label={`Data item ${index + 1}`}
              placeholder="Choose data item"
              nothingFoundMessage="Data items of new assets in slots are known once they are saved."
              data={
                isGone ? [{ value: String(row.dataItemId), label: `data item ${row.dataItemId}` }, ...choices] : choices
              }
              searchable
              limit={200}
              disabled={!isEditable}
              value={row.dataItemId === null ? null : String(row.dataItemId)}
              onChange={(value) => put(index, { dataItemId: value === null ? null : Number(value) })}
            />
            <TextInput
              aria-label={`Name ${index + 1}`}
              placeholder="Name in this system"
              maxLength={255}
              disabled={!isEditable}
              value={row.label}
              onChange={(event) => put(index, { label: event.currentTarget.value })}
            />
            {isEditable ? (
              <ActionIcon
                aria-label={`Remove name ${index + 1}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : null}
          </div>
        );
      })}
      {isEditable ? (
        <Button
          variant="default"
          mt="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...rows, { dataItemId: null, label: '' }])}
        >
          Add name
        </Button>
      ) : null}
    </section>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import panel from '../definitions/panel.module.css';
import classes from './systems.module.css';

interface RowListProps<Row> {
  /** Names the section for screen readers. */
  label: string;
  heading: string;
  /** What one row is: 'name', as in 'Add name' and 'Remove name 2'. */
  one: string;
  rows: readonly Row[];
  /** What a new row begins as. */
  blank: Row;
  isEditable: boolean;
  onChange: (rows: readonly Row[]) => void;
  /** The two fields of a row; `place` counts from 1. */
  fields: (row: Row, place: number, put: (change: Partial<Row>) => void) => ReactNode;
}

/** Rows of two fields each, which can be added to and removed. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, heading, one, rows, blank, isEditable, onChange, fields } = props;
  const [keys, dropKey] = useRowKeys(rows.length);
  const putAt = (index: number) => (change: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <section aria-label={label}>
      <h3 className={panel.heading}>{heading}</h3>
      {rows.map((row, index) => (
        <div key={keys[index]} className={classes.pair}>
          {fields(row, index + 1, putAt(index))}
          {isEditable ? (
            <ActionIcon
              aria-label={`Remove ${one} ${index + 1}`}
              onClick={() => {
                dropKey(index);
                onChange(rows.filter((_, at) => at !== index));
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {isEditable ? (
        <Button
          variant="default"
          mt="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...rows, blank])}
        >
          {`Add ${one}`}
        </Button>
      ) : null}
    </section>
  );
}

/** A key for each row, which it keeps while rows before it go. New rows have nothing of their own that could be one. */
function useRowKeys(count: number): [keys: readonly number[], drop: (index: number) => void] {
  const [keys, setKeys] = useState<readonly number[]>([]);
  if (keys.length < count) {
    const first = Math.max(0, ...keys) + 1;
    setKeys([...keys, ...Array.from({ length: count - keys.length }, (_, index) => first + index)]);
  }
  return [keys, (index) => setKeys(keys.filter((_, at) => at !== index))];
}

import { Checkbox, NativeSelect } from '@mantine/core';
import type { TableInfo } from '#sqlite/messages.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { type ChosenFields, CLEARS_QUERY, isHandwritten, type QueryBlock, queryOf } from '../query-blocks.ts';
import classes from './edit.module.css';

interface FieldChooserProps {
  block: QueryBlock;
  tables: readonly TableInfo[];
  onChange: (changes: Partial<QueryBlock>) => void;
}

/** Simple mode: a table and its columns, of which a query is made (spec 2 §2.12). */
export function FieldChooser({ block, tables, onChange }: FieldChooserProps) {
  const { chosen } = block;
  const choose = async (next: ChosenFields) => {
    if (isHandwritten(block) && !(await confirm({ message: CLEARS_QUERY, title: 'Choose fields' }))) return;
    onChange({ chosen: next, query: queryOf(next) });
  };
  const readable = tables.filter(({ problem }) => problem === undefined);
  const table = readable.find(({ name }) => name === chosen?.table);
  if (readable.length === 0) {
    return (
      <p className={classes.hint}>There are no tables to choose fields of. Open a database, or write a raw query.</p>
    );
  }
  const isAll = table !== undefined && chosen?.columns.length === table.columns.length;
  const names = table?.columns.map(({ name }) => name) ?? [];
  return (
    <div className={classes.chooser}>
      <NativeSelect
        label="Table"
        value={table === undefined ? '' : table.name}
        data={[
          { value: '', label: 'Choose a table', disabled: true },
          ...readable.map(({ name, kind }) => ({ value: name, label: kind === 'view' ? `${name} (view)` : name })),
        ]}
        onChange={({ currentTarget }) => {
          const next = readable.find(({ name }) => name === currentTarget.value);
          if (next) void choose({ table: next.name, columns: next.columns.map(({ name }) => name) });
        }}
      />
      {table === undefined || chosen === null ? null : (
        <fieldset className={classes.fields}>
          <legend>Columns</legend>
          <Checkbox
            label="All columns"
            checked={isAll}
            indeterminate={!isAll && chosen.columns.length > 0}
            onChange={() => void choose({ table: table.name, columns: isAll ? [] : names })}
          />
          <div className={classes.fieldList}>
            {table.columns.map(({ name, type }) => (
              <Checkbox
                key={name}
                label={`${name || '(no name)'}${type === '' ? '' : ` · ${type}`}`}
                checked={chosen.columns.includes(name)}
                onChange={({ currentTarget }) => {
                  const isChosen = (one: string) =>
                    one === name ? currentTarget.checked : chosen.columns.includes(one);
                  void choose({ table: table.name, columns: names.filter(isChosen) });
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

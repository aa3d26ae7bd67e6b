import { Tabs, Textarea } from '@mantine/core';
import type { TableInfo } from '#sqlite/messages.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { QueryBlock } from '../query-blocks.ts';
import classes from './edit.module.css';
import { FieldChooser } from './FieldChooser.tsx';

/** With its library, for who writes a query. */
const SqlEditor = lazyPart(async () => (await import('./SqlEditor.tsx')).SqlEditor, Loading);

const TABS = [
  { name: 'fields', label: 'Choose fields' },
  { name: 'raw', label: 'Raw query' },
  { name: 'transform', label: 'Code transform' },
] as const;
const EXAMPLE = '(rows) => rows.map((row) => ({ ...row, sum: row.low + row.high }))';

interface CustomizeQueryProps {
  block: QueryBlock;
  tables: readonly TableInfo[];
  transformError: string | undefined;
  onChange: (changes: Partial<QueryBlock>) => void;
  onExecute: () => void;
}

/** What a block asks: chosen fields, a query's text, and a function that is applied to the result (spec 2 §2.12). */
export function CustomizeQuery({ block, tables, transformError, onChange, onExecute }: CustomizeQueryProps) {
  return (
    <section className={classes.customize} aria-label="Customize query">
      <Tabs
        value={block.queryTab}
        keepMounted={false}
        onChange={(value) => {
          const tab = TABS.find(({ name }) => name === value);
          if (tab) onChange({ queryTab: tab.name });
        }}
      >
        <Tabs.List>
          {TABS.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={block.queryTab} className={classes.tab ?? ''}>
          {block.queryTab === 'fields' ? <FieldChooser block={block} tables={tables} onChange={onChange} /> : null}
          {block.queryTab === 'raw' ? (
            <>
              <SqlEditor
                label={`SQL of ${block.title}`}
                value={block.query}
                tables={tables}
                onChange={(query) => onChange({ query, chosen: null })}
                onExecute={onExecute}
              />
              <p className={classes.hint}>
                Names of tables and columns are completed as you type. Ctrl+Enter executes. The database is only read.
              </p>
            </>
          ) : null}
          {block.queryTab === 'transform' ? (
            <>
              <Textarea
                label="A JavaScript function of the rows"
                description="Each row is an object by column. It runs in a sandbox without network, storage or this page, for 1.5 seconds at most."
                placeholder={EXAMPLE}
                autosize
                minRows={5}
                maxRows={20}
                spellCheck={false}
                classNames={{ input: classes.code ?? '' }}
                value={block.parsing}
                onChange={({ currentTarget }) => onChange({ parsing: currentTarget.value })}
              />
              {transformError === undefined ? null : (
                <p className={classes.error} role="alert">
                  {transformError}
                </p>
              )}
            </>
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

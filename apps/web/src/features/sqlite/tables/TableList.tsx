import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { TableInfo } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import { TableDetails } from './TableDetails.tsx';
import classes from './tables.module.css';

interface TableListProps {
  client: SqliteClient;
  tables: readonly TableInfo[];
  /** The table whose details are shown. */
  shown: string | undefined;
  onShow: (table: string | undefined) => void;
  onQuery: (table: TableInfo) => void;
}

/** The tables and views of a database; a press shows what is in one. */
export function TableList({ client, tables, shown, onShow, onQuery }: TableListProps) {
  if (tables.length === 0) return null;
  const details = tables.find(({ name }) => name === shown);
  return (
    <section className={classes.tables} aria-label="Tables and views">
      <h2 className={classes.heading}>Tables and views</h2>
      <ul className={classes.list}>
        {tables.map((table) => (
          <li key={`${table.kind} ${table.name}`}>
            <button
              type="button"
              className={classes.table}
              aria-expanded={table.name === shown}
              onClick={() => onShow(table.name === shown ? undefined : table.name)}
            >
              {table.name === shown ? (
                <IconChevronDown size={14} aria-hidden />
              ) : (
                <IconChevronRight size={14} aria-hidden />
              )}
              {table.problem === undefined ? null : <IconAlertTriangle size={14} aria-label="cannot be read" />}
              <span className={classes.name}>{table.name || '(no name)'}</span>
              <small>{table.kind === 'view' ? 'view' : `${table.columns.length} columns`}</small>
            </button>
          </li>
        ))}
      </ul>
      {details === undefined ? null : (
        <div className={classes.details}>
          <div className={classes.detailsHead}>
            <h3>{details.name || '(no name)'}</h3>
            {details.problem === undefined ? (
              <Button size="xs" variant="default" onClick={() => onQuery(details)}>
                Query it
              </Button>
            ) : null}
          </div>
          {details.problem === undefined ? (
            <TableDetails key={details.name} client={client} table={details} />
          ) : (
            <p className={classes.problem} role="alert">{`It cannot be read: ${details.problem}.`}</p>
          )}
        </div>
      )}
    </section>
  );
}

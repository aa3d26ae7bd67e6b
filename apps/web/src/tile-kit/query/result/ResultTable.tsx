import { useMemo } from 'react';
import type { QueryResult } from '#sqlite/messages.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import { resultColumns } from './result-columns.tsx';

interface ResultTableProps {
  label: string;
  result: QueryResult;
  hasSearch?: boolean;
}

/** A result of any size in one scroll. A press of a header sorts. */
export function ResultTable({ label, result, hasSearch = false }: ResultTableProps) {
  const columns = useMemo(() => resultColumns(result), [result]);
  const rows = useMemo(() => Array.from({ length: result.rows }, (_, row) => row), [result.rows]);
  return (
    <PagedTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={String}
      hasPages={false}
      hasSearch={hasSearch}
      // The menu of its query does, in parts: a million rows are no single text that a browser could hold.
      hasExport={false}
      minWidth={0}
    />
  );
}

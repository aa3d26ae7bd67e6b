import { formatDateTime, zoneName } from '@telltale/domain';
import type { TableColumn } from '#ui/table/table-column.ts';

/** A column of moments, written in the dashboard's zone; sorts and exports in ISO form. */
export function timeColumn<Row>(header: string, zone: string, read: (row: Row) => string): TableColumn<Row> {
  return {
    id: header,
    header,
    width: '176px',
    hint: zone,
    value: (row) => read(row) || null,
    cell: (row) => {
      const ms = Date.parse(read(row));
      return Number.isNaN(ms) ? '–' : <span title={zoneName(ms, zone)}>{formatDateTime(ms, zone)}</span>;
    },
  };
}

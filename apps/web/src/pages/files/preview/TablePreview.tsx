import Papa from 'papaparse';
import { useMemo } from 'react';
import { Pending } from '#pages/Pending.tsx';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { uniqueNames } from '#ui/table/unique-names.ts';
import type { PreviewProps } from '../FilePreview.tsx';
import classes from '../files.module.css';
import { CannotShow } from './CannotShow.tsx';
import { TEXT_BYTES, textOf } from './TextPreview.tsx';
import { useBeginning } from './use-beginning.ts';

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;
/** Room for all rows, where that is less than most of the window. */
const [ROW_PX, ABOVE_PX] = [44, 100];

interface CsvRow {
  readonly key: string;
  readonly cells: readonly string[];
}

/** The first rows of a CSV file as a table. */
export function TablePreview({ file }: PreviewProps) {
  const query = useBeginning(file, TEXT_BYTES);
  const text = useMemo(() => (query.data ? textOf(query.data) : undefined), [query.data]);
  const { columns, rows, isCut } = useMemo(() => readTable(text ?? ''), [text]);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the table" failure="The table could not be loaded." rows={8} />;
  }
  if (text === undefined) return <CannotShow>It is no table, whatever its name says.</CannotShow>;
  return (
    <>
      <div className={classes.table} style={{ height: `min(70vh, ${rows.length * ROW_PX + ABOVE_PX}px)` }}>
        <PagedTable
          label="Table"
          rows={rows}
          columns={columns}
          rowKey={keyOf}
          hasPages={false}
          hasSearch
          hasExport={false}
        />
      </div>
      {isCut || file.length > TEXT_BYTES ? (
        <p className={classes.note}>
          The first rows: {MOST_ROWS} at most, with {MOST_COLUMNS} columns at most.
        </p>
      ) : null}
    </>
  );
}

const keyOf = ({ key }: CsvRow) => key;

interface CsvTable {
  readonly columns: readonly TableColumn<CsvRow>[];
  readonly rows: readonly CsvRow[];
  /** There is more of it than is shown. */
  readonly isCut: boolean;
}

function readTable(text: string): CsvTable {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: MOST_ROWS + 2, skipEmptyLines: true });
  const isCut = data.length > MOST_ROWS + 1 || data.some(({ length }) => length > MOST_COLUMNS);
  const [header = [], ...lines] = data.slice(0, MOST_ROWS + 1).map((cells) => cells.slice(0, MOST_COLUMNS));
  // A line may be longer than the first one.
  const width = Math.max(header.length, ...lines.map(({ length }) => length));
  const names = Array.from({ length: width }, (_, at) => header[at] || `Column ${at + 1}`);
  const ids = uniqueNames(names);
  return {
    columns: names.map((name, at) => ({ id: ids[at] ?? name, header: name, value: ({ cells }) => cells[at] ?? '' })),
    rows: lines.map((cells, line) => ({ key: String(line), cells })),
    isCut,
  };
}

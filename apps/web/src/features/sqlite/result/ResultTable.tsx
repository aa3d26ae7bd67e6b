import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { type ColumnValues, cellAt, type QueryResult } from '#sqlite/messages.ts';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import { cellText } from './cell-text.ts';
import classes from './result.module.css';
import { type ColumnSort, nextColumnSort, orderRows } from './row-order.ts';
import { columnWindow, tableWindow } from './table-window.ts';

const ROW_PX = 28;
const HEAD_PX = 32;
const LETTER_PX = 8.4;
const [LEAST_PX, MOST_PX] = [72, 360];
/** Of a value: more than a column could show. */
const MOST_LETTERS = 300;
/** Rows whose values say how wide a column is. */
const MEASURED_ROWS = 60;

interface ResultTableProps {
  label: string;
  result: QueryResult;
}

/** A result of any size: only the rows and columns in sight are drawn. A press of a header sorts. */
export function ResultTable({ label, result }: ResultTableProps) {
  const { names, columns, rows } = result;
  const place = useRef<HTMLElement>(null);
  const size = useElementSize(place);
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const [sort, setSort] = useState<ColumnSort>();
  const order = useMemo(
    () => (sort === undefined ? undefined : orderRows(columns[sort.column] ?? [], rows, sort.isDescending)),
    [columns, rows, sort],
  );
  const places = useMemo(() => placesOf(names, columns, rows), [names, columns, rows]);
  const view = tableWindow(rows, ROW_PX, Math.max(ROW_PX, (size?.height ?? 300) - HEAD_PX), scroll.top);
  const [firstColumn, lastColumn] = columnWindow(places, scroll.left, size?.width ?? 1_200);
  const shown = Array.from({ length: lastColumn - firstColumn }, (_, index) => firstColumn + index);
  const width = places.at(-1) ?? 0;
  const at = (column: number) => ({ left: places[column], width: (places[column + 1] ?? 0) - (places[column] ?? 0) });

  return (
    <section
      ref={place}
      className={classes.scroller}
      aria-label={`${label}: rows`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      onScroll={({ currentTarget }) => setScroll({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft })}
    >
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={rows + 1}
        aria-colcount={names.length}
        style={{ width }}
      >
        <thead className={classes.head} style={{ height: HEAD_PX }}>
          <tr aria-rowindex={1}>
            {shown.map((column) => (
              <th
                key={column}
                className={classes.headCell}
                scope="col"
                aria-colindex={column + 1}
                aria-sort={sort?.column !== column ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
                style={at(column)}
              >
                <button
                  type="button"
                  className={classes.sort}
                  title={names[column] || '(no name)'}
                  onClick={() => setSort(nextColumnSort(sort, column))}
                >
                  <span>{names[column] || '(no name)'}</span>
                  {sort?.column === column ? <SortMark isDescending={sort.isDescending} /> : null}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body} style={{ height: view.height }}>
          {Array.from({ length: view.count }, (_, index) => {
            const position = view.first + index;
            const row = order?.[position] ?? position;
            return (
              <tr
                key={position}
                className={classes.row}
                aria-rowindex={position + 2}
                style={{ height: ROW_PX, transform: `translateY(${view.top + index * ROW_PX}px)` }}
              >
                {shown.map((column) => (
                  <ValueCell key={column} values={columns[column] ?? []} row={row} column={column} style={at(column)} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const SortMark = ({ isDescending }: { isDescending: boolean }) =>
  isDescending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />;

interface CellProps {
  values: ColumnValues;
  row: number;
  column: number;
  style: { left: number | undefined; width: number };
}

function ValueCell({ values, row, column, style }: CellProps) {
  const cell = cellAt(values, row);
  const text = cellText(cell);
  const kind = cell === null || cell instanceof Uint8Array ? 'dim' : typeof cell === 'string' ? 'text' : 'number';
  return (
    <td
      className={classes.cell}
      aria-colindex={column + 1}
      data-kind={kind}
      style={style}
      title={text.length > 20 ? text.slice(0, MOST_LETTERS) : undefined}
    >
      {text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}
    </td>
  );
}

/** Where each column begins, by how long its first values are. */
function placesOf(names: readonly string[], columns: readonly ColumnValues[], rows: number): number[] {
  const places = [0];
  for (const [column, name] of names.entries()) {
    let longest = name.length + 2;
    for (let row = 0; row < Math.min(rows, MEASURED_ROWS); row++) {
      longest = Math.max(longest, cellText(cellAt(columns[column] ?? [], row)).length);
    }
    const width = Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, longest * LETTER_PX + 24)));
    places.push((places[column] ?? 0) + width);
  }
  return places;
}

import Papa from 'papaparse';
import { useMemo } from 'react';
import { Pending } from '#pages/Pending.tsx';
import type { PreviewProps } from '../FilePreview.tsx';
import classes from '../files.module.css';
import { CannotShow } from './CannotShow.tsx';
import { TEXT_BYTES, textOf } from './TextPreview.tsx';
import { useBeginning } from './use-beginning.ts';

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;

/** The first rows of a CSV file as a table. */
export function TablePreview({ file }: PreviewProps) {
  const query = useBeginning(file, TEXT_BYTES);
  const text = useMemo(() => (query.data ? textOf(query.data) : undefined), [query.data]);
  const rows = useMemo(() => (text === undefined ? [] : rowsOf(text)), [text]);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the table" failure="The table could not be loaded." rows={8} />;
  }
  if (text === undefined) return <CannotShow>It is no table, whatever its name says.</CannotShow>;
  const [header = [], ...others] = rows;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do */}
      <section className={classes.scroller} tabIndex={0} aria-label="Table">
        <table>
          <thead>
            <tr>
              {header.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that would be their own
                <th key={column} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: and so do cells
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.note}>
        The first rows: {MOST_ROWS} at most, with {MOST_COLUMNS} columns at most.
      </p>
    </>
  );
}

function rowsOf(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: MOST_ROWS + 1, skipEmptyLines: true });
  return data.map((cells) => cells.slice(0, MOST_COLUMNS));
}

import type { ReactNode } from 'react';
import classes from './small-table.module.css';

interface SmallTableProps {
  label?: string;
  headers: readonly string[];
  /** What the buttons at the end of the rows do; absent: there are none. */
  toolsLabel?: string;
  /** On a phone the cells of a row stand below each other, the first as its title. */
  isStacked?: boolean;
  /** Rows; where there are buttons their last cell is a `ToolsCell`. */
  children: ReactNode;
}

/** A table for a dozen rows, all of which are drawn, with buttons at their ends. */
export function SmallTable({ label, headers, toolsLabel, isStacked, children }: SmallTableProps) {
  return (
    <table className={classes.table} aria-label={label} data-stacked={isStacked}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
          {toolsLabel === undefined ? null : <th aria-label={toolsLabel} />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The buttons at the end of a row. */
export function ToolsCell({ children }: { children: ReactNode }) {
  return <td className={classes.tools}>{children}</td>;
}

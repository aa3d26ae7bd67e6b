import { type PermissionFlag, permissionOfFlag, permissionTypes } from '@telltale/contract';
import type { ReactNode } from 'react';
import { permissionColumns } from './permission-set.ts';
import { permissionWords } from './permission-words.ts';
import classes from './permissions.module.css';

interface PermissionGridProps {
  label: string;
  head: (flag: PermissionFlag, label: string) => ReactNode;
  /** @param name what the permission is called, e.g. 'View Assets' */
  cell: (permissionId: number, name: string) => ReactNode;
}

/** The frame of the permission tables: a row for each type, View, Create, Delete and Modify (spec 2 §2.7). */
export function PermissionGrid({ label, head, cell }: PermissionGridProps) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={classes.type}>
            Type
          </th>
          {permissionColumns.map((column) => (
            <th key={column.flag} scope="col">
              {head(column.flag, column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissionTypes.map((type) => (
          <tr key={type}>
            <th scope="row" className={classes.type}>
              {type}
              <span className={classes.words}>{permissionWords[type]}</span>
            </th>
            {permissionColumns.map((column) => {
              const id = permissionOfFlag(type, column.flag);
              return <td key={column.flag}>{id === undefined ? null : cell(id, `${column.label} ${type}`)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

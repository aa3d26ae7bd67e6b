import type { SettingChange } from '@telltale/domain/dashboard/dashboard-diff.ts';
import { useMemo } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { listDataItems } from '#tile-kit/pickers/data-item-options.ts';
import classes from './changes.module.css';

interface SettingChangesProps {
  changes: readonly SettingChange[];
  /** Headings of the two sides, e.g. `Before` and `After`. */
  sides: readonly [string, string];
}

/** Longer texts say no more in a table. */
const MAX_TEXT = 300;

/** Settings that differ, side by side. */
export function SettingChanges({ changes, sides }: SettingChangesProps) {
  const { definition } = useDashboardScope();
  const names = useMemo(
    () => new Map(listDataItems(definition).map(({ selection, name }) => [selection.dataItem, name])),
    [definition],
  );
  if (changes.length === 0) return null;
  return (
    <table className={classes.settings}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{textOf(path, before, names)}</td>
            <td>{textOf(path, after, names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(path: string, value: unknown, names: ReadonlyMap<unknown, string>): string {
  // It is stored by its id, which says nothing to people.
  const item = path.split('.').at(-1) === 'dataItem' ? names.get(value) : undefined;
  if (item !== undefined) return item;
  if (value === undefined) return '(not set)';
  if (value === '') return '(empty)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

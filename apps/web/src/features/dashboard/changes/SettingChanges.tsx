import type { SettingChange } from '@telltale/domain/dashboard/dashboard-diff.ts';
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
            <td>{textOf(before)}</td>
            <td>{textOf(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '(not set)';
  if (value === '') return '(empty)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

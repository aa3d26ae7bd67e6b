import { useMemo, useState } from 'react';
import classes from './changes.module.css';
import { type Change, changesBetween } from './entry-changes.ts';

/** More than these are drawn on demand: a dashboard can have thousands. */
const SHOWN_AT_FIRST = 100;
const signs: Readonly<Record<Change['kind'], string>> = { added: '+', removed: '−', changed: '~' };

/** What differs, a line each. The sign says it as well as the colour. */
export function ChangeList({ before, after }: { before: unknown; after: unknown }) {
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  const [isAll, setAll] = useState(false);
  if (changes.length === 0) return <p className={classes.dim}>The entry holds no values.</p>;
  const shown = isAll ? changes : changes.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className={classes.changes} aria-label="Changes">
        {shown.map((change) => (
          <li key={`${change.kind} ${change.path}`} data-kind={change.kind}>
            <span className={classes.sign} role="img" aria-label={change.kind}>
              {signs[change.kind]}
            </span>
            <span className={classes.path}>{change.path || 'value'}</span>
            <span className={classes.values}>
              {change.kind === 'added' ? null : <del>{textOf(change.before)}</del>}
              {change.kind === 'removed' ? null : <ins>{textOf(change.after)}</ins>}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < changes.length ? (
        <button type="button" className={classes.showAll} onClick={() => setAll(true)}>
          Show all {changes.length.toLocaleString()} changes
        </button>
      ) : null}
    </>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  return value === undefined ? '' : JSON.stringify(value);
}

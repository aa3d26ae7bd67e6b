import { Link } from 'wouter';
import classes from './api-docs.module.css';
import type { PortalCall } from './portal-calls.ts';

interface CallListProps {
  calls: readonly PortalCall[];
  chosenId: string | undefined;
}

/** The calls by group. */
export function CallList({ calls, chosenId }: CallListProps) {
  const groups = [...Map.groupBy(calls, (call) => call.group)];
  if (groups.length === 0) return <p className={classes.dim}>No call matches.</p>;
  return (
    <nav className={classes.list} aria-label="Calls">
      {groups.map(([group, members]) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group}</h2>
          <ul>
            {members.map(({ id, method, path, isUnsafe }) => (
              <li key={id}>
                <Link href={`/api-docs/${id.replace('.', '/')}`} aria-current={id === chosenId ? 'page' : undefined}>
                  <span className={classes.method} data-unsafe={isUnsafe}>
                    {method}
                  </span>
                  <span className={classes.path}>{path}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

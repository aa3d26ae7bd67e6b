import { useEffect, useMemo, useState } from 'react';
import type { TableInfo, TablePreview } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import { cellText } from '#tile-kit/query/result/cell-text.ts';
import { ResultTable } from '#tile-kit/query/result/ResultTable.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { uniqueNames } from '#ui/table/unique-names.ts';
import classes from './tables.module.css';

type Preview = { preview: TablePreview } | { problem: string } | undefined;

const WIDEST_VALUE = 40;

/** The first 100 rows of a table, and up to 15 distinct values of each column (spec 2 §2.12). */
export function TableDetails({ client, table }: { client: SqliteClient; table: TableInfo }) {
  const [shown, setShown] = useState<Preview>();
  const [attempt, setAttempt] = useState(1);
  /** Another attempt asks for the same table again. */
  const asked = useMemo(() => ({ table: table.name, attempt }), [table, attempt]);
  useEffect(() => {
    const stop = new AbortController();
    setShown(undefined);
    client.preview(asked.table, stop.signal).then(
      (preview) => stop.signal.aborted || setShown({ preview }),
      (error: Error) => stop.signal.aborted || setShown({ problem: error.message }),
    );
    return () => stop.abort();
  }, [client, asked]);
  if (shown === undefined) return <SkeletonRows rows={8} label={`Loading ${table.name}`} />;
  if ('problem' in shown) {
    return (
      <ErrorState
        title="The table could not be read."
        message={shown.problem}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  }
  const { result, distinct, lookedAt, isWhole } = shown.preview;
  const keys = uniqueNames(result.names);
  const among = isWhole ? '' : ` of the first ${lookedAt.toLocaleString('en-US')} rows`;
  return (
    <>
      <section className={classes.rows}>
        <ResultTable label={`First rows of ${table.name}`} result={result} />
      </section>
      <p className={classes.note}>
        {isWhole && lookedAt === result.rows
          ? `${result.rows === 1 ? 'The only row' : `All ${result.rows} rows`}.`
          : `The first ${result.rows} rows.`}
      </p>
      <ScrollRegion className={classes.columns} label={`Columns of ${table.name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">{`Distinct values${among}, 15 at most`}</th>
            </tr>
          </thead>
          <tbody>
            {result.names.map((name, column) => (
              <tr key={keys[column]}>
                <th scope="row">{name || '(no name)'}</th>
                <td>{table.columns[column]?.type || '–'}</td>
                <td>{(distinct[column] ?? []).map((cell) => shorten(cellText(cell))).join(' · ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

const shorten = (text: string) => (text.length > WIDEST_VALUE ? `${text.slice(0, WIDEST_VALUE)}…` : text);

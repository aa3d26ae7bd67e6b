import type { QueryResult, SqliteAnswer, SqliteJob } from '../messages.ts';
import { SqliteProblem } from '../problem.ts';
import { hostOfWorker } from './database-host.ts';

/** The worker's own post: TypeScript knows this file as one of the page. */
const post = (answer: SqliteAnswer, transfer: Transferable[] = []) => self.postMessage(answer, { transfer });
const host = hostOfWorker();

self.onmessage = ({ data }: MessageEvent<SqliteJob & { id: number }>) => {
  const { id } = data;
  host
    .do(data, (stage) => post({ id, stage }))
    .then((value) => post({ id, value }, data.kind === 'query' ? numbersOf(value as QueryResult) : []))
    .catch((error: unknown) => {
      if (!(error instanceof SqliteProblem)) console.warn(error);
      post({ id, error: error instanceof SqliteProblem ? error.message : 'SQLite could not be loaded.' });
    });
};

/** Columns of numbers move to the page instead of being copied. */
function numbersOf(result: QueryResult): Transferable[] {
  return result.columns.flatMap((values) => (values instanceof Float64Array ? [values.buffer] : []));
}

import type { ReaderPool } from './reader-pool.ts';
import type { ReaderResult, ReaderTask } from './reader-tasks.ts';

/** From so many chunks on, reading some series on another thread gains more than two hops between threads cost. */
export const MANY_CHUNKS = 200;

export type ColumnsTask = Extract<ReaderTask, { kind: 'columns' }>;

/** Answers a question about several series by all reading threads at once, each with its share of them. */
export async function columnsInParts(pool: ReaderPool, task: ColumnsTask): Promise<ReaderResult> {
  const { sources, limit, ...range } = task;
  const parts = Math.min(pool.size, sources.length);
  const shares = Array.from({ length: parts }, (_, part) => sources.filter((_, i) => i % parts === part));
  const answers = await Promise.all(
    shares.map((share) => pool.run('buckets', () => ({ ...range, kind: 'buckets', sources: share }))),
  );
  const read = answers.map((answer) => (answer.kind === 'buckets' ? answer.series : []));
  const series = sources
    .map((_, i) => read[i % parts]?.[Math.floor(i / parts)])
    .filter((points) => points !== undefined);
  return pool.run('pack', () => ({ kind: 'pack', series, limit }));
}

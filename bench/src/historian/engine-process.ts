import { type Facts, measure, type Task } from './measure.ts';
import type { OwnTask } from './own-measures.ts';

/** Runs in a process of its own per engine and task, so that memory and disk writes are that engine's alone. */
process.on('message', async ({ engine, task }: { engine: string; task: Task | OwnTask }) => {
  let facts: Facts | { error: string };
  try {
    if (task.kind === 'year' || task.kind === 'late' || task.kind === 'wide')
      facts = await (await import('./own-measures.ts')).measureOwn(task);
    else if (engine === 'Telltale') facts = await measure((await import('./telltale-engine.ts')).openTelltale, task);
    else if (engine === 'VictoriaMetrics')
      facts = await measure((await import('./victoria-engine.ts')).openVictoria, task);
    else facts = await measure((await import('./duckdb-engine.ts')).openDuckDb, task);
  } catch (error) {
    facts = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.(facts, () => process.exit(0));
});

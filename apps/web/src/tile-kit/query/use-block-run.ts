import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScriptAnswer, ScriptJob } from '#sandbox/messages.ts';
import { SandboxFrame } from '#sandbox/sandbox-frame.ts';
import type { QueryResult } from '#sqlite/messages.ts';
import type { SqliteClient } from '#sqlite/sqlite-client.ts';
import type { QueryBlock } from './query-blocks.ts';
import { MOST_TRANSFORMED_ROWS, rowsForTransform, tableOfTransform } from './result/transform-rows.ts';

/** Guarantee E13: a transform that does not end is stopped within two seconds. */
const TRANSFORM_LIMIT_MS = 1_500;
const scripts = new SandboxFrame<ScriptJob, ScriptAnswer>('/sandbox/run-script.html');

export interface BlockRun {
  readonly isRunning: boolean;
  readonly result: QueryResult | undefined;
  /** What SQLite, or the explorer, says of the query. */
  readonly queryError: string | undefined;
  /** What became of the code transform. */
  readonly transformError: string | undefined;
}

const NOTHING: BlockRun = { isRunning: false, result: undefined, queryError: undefined, transformError: undefined };

/** Runs a block's query, and its code transform on the rows in a sandbox (spec 2 §2.12). */
export function useBlockRun(client: SqliteClient) {
  const [run, setRun] = useState(NOTHING);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const execute = useCallback(
    async ({ query, parsing }: Pick<QueryBlock, 'query' | 'parsing'>) => {
      stopping.current?.abort();
      const stop = new AbortController();
      stopping.current = stop;
      const show = (next: Partial<BlockRun>) => {
        if (stopping.current === stop) setRun((last) => ({ ...last, ...next }));
      };
      show({ isRunning: true, queryError: undefined, transformError: undefined });
      let result: QueryResult;
      try {
        result = await client.query(query, stop.signal);
      } catch (error) {
        show({ ...NOTHING, queryError: messageOf(error) });
        return;
      }
      if (parsing.trim() === '') {
        show({ ...NOTHING, result });
        return;
      }
      try {
        show({ ...NOTHING, result: await transform(result, parsing, stop.signal) });
      } catch (error) {
        show({ ...NOTHING, transformError: messageOf(error) });
      }
    },
    [client],
  );
  return { run, execute, stop: () => stopping.current?.abort() };
}

async function transform(result: QueryResult, code: string, signal: AbortSignal): Promise<QueryResult> {
  if (result.rows > MOST_TRANSFORMED_ROWS) {
    const most = MOST_TRANSFORMED_ROWS.toLocaleString('en-US');
    throw new Error(
      `A code transform takes ${most} rows at most; the query gave ${result.rows.toLocaleString('en-US')}.`,
    );
  }
  const answer = await scripts.ask({ code, input: rowsForTransform(result), limitMs: TRANSFORM_LIMIT_MS }, signal);
  if ('error' in answer) throw new Error(answer.error);
  return tableOfTransform(JSON.parse(answer.json), result.elapsedMs);
}

function messageOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return 'The query was stopped.';
  return error instanceof Error ? error.message : String(error);
}

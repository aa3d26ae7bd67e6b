import { queryOptions } from '@tanstack/react-query';
import { operations } from '@telltale/contract';
import { z } from 'zod';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** How long a configuration file is believed before it is asked for again. */
const CONFIG_STALE_MS = 10 * 60_000;

/**
 * Reads `/config/{name}.json`, a file that an operator edits, and checks its shape. Throws `ApiError` when it is
 * not there, and a plain error that names the place when it is written wrongly.
 */
async function readConfig<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const file = `${name}.json`;
  const parsed = schema.safeParse(await callApi(operations.getConfigFile, { params: { file }, signal }));
  if (!parsed.success) throw new Error(`/config/${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The query of one configuration file. A missing or broken file is not retried: it will be just as missing. */
export function configQuery<Schema extends z.ZodType>(name: string, schema: Schema) {
  return queryOptions({
    queryKey: queryKeys.config(name),
    queryFn: ({ signal }) => readConfig(name, schema, signal),
    staleTime: CONFIG_STALE_MS,
    retry: false,
  });
}

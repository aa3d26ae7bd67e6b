import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

/** One line each way, JSON: a request, then progress, then a result or an error. */
export const requestSchema = z.object({ command: z.string(), input: z.unknown() });
export type ControlRequest = z.infer<typeof requestSchema>;

export const answerSchema = z.union([
  z.object({ progress: z.unknown() }),
  z.object({ result: z.unknown() }),
  z.object({ error: z.string() }),
]);
export type ControlAnswer = z.infer<typeof answerSchema>;

/** The JSON values of a stream, one per line; what is not JSON ends the reading with an error. */
export async function* readJsonLines(source: Readable): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}

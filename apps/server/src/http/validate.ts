import type { z } from 'zod';
import { badRequest } from './errors.ts';

/**
 * Parses one part of a request with its schema.
 * @throws HttpError 400 that names the first field that is wrong and lists all of them
 */
export function validate(part: 'path' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  const first = issues[0];
  const where = first?.field ? `${part} field '${first.field}'` : part;
  throw badRequest(`The ${where} is not valid: ${first?.message ?? 'wrong form'}.`, issues);
}

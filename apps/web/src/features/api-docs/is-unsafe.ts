import { z } from 'zod';

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-changes-state': z.boolean().optional() }))),
});

/**
 * Whether a call changes something: every method but GET, and the calls by GET that the document marks so (spec 1 §7).
 * @param path as the document writes it, with its parameters in braces
 * @throws ZodError when the document is none of the portal's
 */
export function isUnsafe(document: unknown, path: string, method: string): boolean {
  const operation = documentSchema.parse(document).paths[path]?.[method.toLowerCase()];
  return method.toLowerCase() !== 'get' || operation?.['x-changes-state'] === true;
}

import { z } from 'zod';
import { choiceField, textField } from '#tiles/shared/settings/fields.ts';

export const REQUEST_METHODS = ['GET', 'POST'] as const;
export const RESPONSE_KINDS = ['json', 'text'] as const;

const headerSchema = z.looseObject({ name: textField(), value: textField() });

/** Headers are a list; a record of names, as other tools store them, is read too. */
const headersField = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return stored;
  return Object.entries(stored).map(([name, value]) => ({ name, value }));
}, z.array(headerSchema).catch([]));

/** A request that a tile's author configured (spec 2 §2.13). Every text may hold substitutions. */
const currentRequestSchema = z.looseObject({
  url: textField(),
  method: choiceField(REQUEST_METHODS, 'GET'),
  headers: headersField,
  body: textField(),
  parse: choiceField(RESPONSE_KINDS, 'json'),
  /** JavaScript: an expression, a function of `data`, or a body that returns. '' takes the answer as it is. */
  parsing: textField(),
});

/** The described portal calls the kind of answer `contentType` (spec 2 §3). */
export const requestSchema = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null || 'parse' in stored || !('contentType' in stored)) return stored;
  return { ...stored, parse: stored.contentType };
}, currentRequestSchema);

export type TileRequest = z.infer<typeof requestSchema>;

export const EMPTY_REQUEST: TileRequest = {
  url: '',
  method: 'GET',
  headers: [],
  body: '',
  parse: 'json',
  parsing: '',
};

export const requestField = () => requestSchema.catch(() => ({ ...EMPTY_REQUEST }));

/** An address stored beside the request, as the specification's tile has it, moves into it. */
export function migrateRequest(bag: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { url, fetch } = bag;
  if (typeof url !== 'string' || url === '') return { ...bag };
  const stored = typeof fetch === 'object' && fetch !== null && !Array.isArray(fetch) ? fetch : {};
  // A request with all its parts was edited here: an address that is empty in it was cleared, and stays so.
  const isOwn = 'url' in stored && (stored.url !== '' || 'parsing' in stored);
  return isOwn ? { ...bag } : { ...bag, fetch: { ...stored, url } };
}

/** Spec 2 §8: nothing to fetch, and no script that would make the data itself. */
export function isConfigured({ url, parsing }: TileRequest): boolean {
  return url.trim() !== '' || parsing.trim() !== '';
}

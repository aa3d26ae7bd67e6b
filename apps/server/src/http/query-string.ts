import { badRequest } from './errors.ts';

type Query = Record<string, string | string[]>;

/** Parses a query string into an object without a prototype; a key that stands twice gives an array. */
export function parseQueryString(text: string): Query {
  const query: Query = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = query[name];
    if (earlier === undefined) query[name] = value;
    else query[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return query;
}

/**
 * Which of two values is meant cannot be known, and two readers may choose differently (guarantees G9).
 * @throws HttpError 400
 */
export function refuseDuplicateKeys(query: unknown): void {
  for (const [name, value] of Object.entries(query as Query)) {
    if (Array.isArray(value)) throw badRequest(`The query names '${name}' more than once.`, { field: name });
  }
}

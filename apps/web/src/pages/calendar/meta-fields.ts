/** A value within the metadata of a maintenance, by the way that leads to it: `details`, `selection`. */
export interface MetaField {
  readonly path: readonly string[];
  /** As a field shows it. */
  readonly text: string;
}

type Scalar = string | number | boolean | null;
type Json = Scalar | readonly Json[] | { readonly [name: string]: Json };
export type Meta = { readonly [name: string]: Json };

const MOST_DEEP = 8;

function isGroup(value: Json | undefined): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a text of metadata says; undefined where it is no list of named values. An empty text has none. */
export function readMeta(text: string): Meta | undefined {
  if (text.trim() === '') return {};
  try {
    const value: Json = JSON.parse(text);
    return isGroup(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The values of metadata one by one, groups taken apart; lists stay as they are written. */
export function fieldsOf(meta: Meta, path: readonly string[] = []): MetaField[] {
  return Object.entries(meta).flatMap(([name, value]) => {
    const here = [...path, name];
    if (isGroup(value) && Object.keys(value).length > 0 && here.length < MOST_DEEP) return fieldsOf(value, here);
    return [{ path: here, text: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
}

/** The value at the end of a way. */
export function valueAt(meta: Meta, path: readonly string[]): Json | undefined {
  let value: Json | undefined = meta;
  for (const name of path) value = isGroup(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/**
 * The metadata with another value at the end of a way; without a text the value is gone, and groups that it leaves empty
 * with it. What was a number, a switch or a list stays one while the text is one.
 */
export function withField(meta: Meta, path: readonly string[], text: string | undefined): Meta {
  const [name = '', ...rest] = path;
  const old = Object.hasOwn(meta, name) ? meta[name] : undefined;
  const value = rest.length > 0 ? withField(isGroup(old) ? old : {}, rest, text) : typedLike(old, text);
  const isGone = value === undefined || (rest.length > 0 && isGroup(value) && Object.keys(value).length === 0);
  const kept = Object.entries(meta).filter(([one]) => one !== name || !isGone);
  const next = kept.map(([one, was]): [string, Json] => [one, one === name && value !== undefined ? value : was]);
  // From pairs, so that no name means anything to the object itself.
  return Object.fromEntries(old === undefined && !isGone && value !== undefined ? [...next, [name, value]] : next);
}

function typedLike(old: Json | undefined, text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  if (old === undefined || typeof old === 'string') return text;
  try {
    const value: Json = JSON.parse(text);
    const isSame = typeof value === typeof old && Array.isArray(value) === Array.isArray(old);
    return isSame ? value : text;
  } catch {
    return text;
  }
}

/** As it is stored: nothing for no values. */
export function metaText(meta: Meta): string {
  return Object.keys(meta).length === 0 ? '' : JSON.stringify(meta);
}

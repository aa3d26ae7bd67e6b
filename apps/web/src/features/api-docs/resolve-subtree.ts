type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function partAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document);
}

/** The way to what a reference names; undefined where that is not in the same document. */
function pathOf(reference: unknown): string[] | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const names = reference.slice(2).split('/');
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @param within the references that are being written out: one that names itself stays as it is */
function writeOut(document: unknown, part: unknown, within: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((one) => writeOut(document, one, within));
  if (!isObject(part)) return part;
  const { $ref: reference, ...beside } = part;
  const path = pathOf(reference);
  if (path === undefined || within.includes(String(reference)))
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, writeOut(document, one, within)]));
  const named = writeOut(document, partAt(document, path), [...within, String(reference)]);
  return isObject(named) ? { ...named, ...beside } : named;
}

/**
 * A part of an OpenAPI document with what it refers to written out in place. The library's own way to it makes a model of the
 * whole document for each call that is opened, which takes seconds; the portal's refers to nothing but itself.
 */
export async function resolveSubtree(document: unknown, path: readonly string[]) {
  return { spec: writeOut(document, partAt(document, path), []) ?? null, errors: [] };
}

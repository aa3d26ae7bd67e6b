type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * The meta as it is stored now, with what somebody changed of it who read it before: what others changed since stays. A
 * field that both changed is as the later one has it.
 * @param before JSON text, as who changes it read it
 * @param after JSON text, as they left it
 * @returns undefined when it is no list of fields, and another text by now: then one of the two would be lost
 */
export function mergeMeta(before: string, after: string, stored: string): string | undefined {
  if (stored === before) return after;
  const [was, wanted, is] = [before, after, stored].map(fieldsOf);
  if (!was || !wanted || !is) return undefined;
  const fields = merge(was, wanted, is);
  return fields.size === 0 ? '' : JSON.stringify(toObject(fields));
}

type Fields = ReadonlyMap<string, Json>;

function merge(was: Fields, wanted: Fields, is: Fields): Fields {
  const merged = new Map<string, Json>();
  for (const name of new Set([...is.keys(), ...wanted.keys()])) {
    const value = mergeValue(was.get(name), wanted.get(name), is.get(name));
    if (value !== undefined) merged.set(name, value);
  }
  return merged;
}

function mergeValue(was: Json | undefined, wanted: Json | undefined, is: Json | undefined): Json | undefined {
  if (JSON.stringify(was) === JSON.stringify(wanted)) return is;
  const [first, second, third] = [was, wanted, is].map(groupOf);
  return first && second && third ? toObject(merge(first, second, third)) : wanted;
}

/** Undefined: it is no JSON object. */
function fieldsOf(text: string): Fields | undefined {
  if (text.trim() === '') return new Map();
  try {
    return groupOf(JSON.parse(text));
  } catch {
    // A client of an earlier day may have stored any text.
    return undefined;
  }
}

function groupOf(value: Json | undefined): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;
}

/** From pairs, so that no name means anything to the object itself (guarantees G5). */
function toObject(fields: Fields): { [name: string]: Json } {
  return Object.fromEntries(fields);
}

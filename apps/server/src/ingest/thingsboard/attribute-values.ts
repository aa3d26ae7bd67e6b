/**
 * An attribute as devices are told it: attributes are kept as text, and what reads as a number, a boolean, an object or an
 * array is told as one. A number only when its text comes out the same again: '007' and 20 digits stay text.
 */
export function typedValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d/.test(text)) {
    const number = Number(text);
    return String(number) === text ? number : text;
  }
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Of firmware and software: what SDKs compare as text, a version 1.2 as '1.2'. */
const ALWAYS_TEXT = /^(fw|sw)_(title|version|tag|checksum|checksum_algorithm|file|url)$/i;

/** An attribute of this name as devices are told it. */
export function toldValue(name: string, text: string): unknown {
  return ALWAYS_TEXT.test(name) ? text : typedValue(text);
}

/** The attributes of these names, whatever their case, as their device asked for them: under its own spelling. */
export function pickAttributes(all: ReadonlyMap<string, string>, names: readonly string[]): Record<string, unknown> {
  const known = new Map([...all].map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = known.get(name.toLowerCase());
      return value === undefined ? [] : [[name, toldValue(name, value)]];
    }),
  );
}

/** `a,b` as the names a and b. */
export function namesOf(keys: unknown): string[] {
  return String(keys)
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

/**
 * Answers a request for attributes `{clientKeys?: 'a,b', sharedKeys?: 'c'}`. The portal has one set of attributes, so
 * both read from it; who names no keys gets all of them, under both names.
 */
export function answerAttributes(
  all: ReadonlyMap<string, string>,
  { clientKeys, sharedKeys }: { clientKeys?: unknown; sharedKeys?: unknown },
): { client?: object; shared?: object } {
  if (clientKeys === undefined && sharedKeys === undefined) {
    const everything = pickAttributes(all, [...all.keys()]);
    return { client: everything, shared: everything };
  }
  return {
    ...(clientKeys === undefined ? {} : { client: pickAttributes(all, namesOf(clientKeys)) }),
    ...(sharedKeys === undefined ? {} : { shared: pickAttributes(all, namesOf(sharedKeys)) }),
  };
}

import { isDeepStrictEqual } from 'node:util';

const PARTS = ['contact', 'conditions', 'allergens', 'medications'] as const;

/** Which parts of patient information differ, by names that say nothing of what stands in them. */
export function changedParts(before: string | null, after: string | null): string[] {
  const [one, other] = [partsOf(before), partsOf(after)];
  if (one === undefined || other === undefined) return ['other'];
  const changed: string[] = PARTS.filter((part) => !isDeepStrictEqual(one.get(part), other.get(part)));
  for (const part of PARTS) {
    one.delete(part);
    other.delete(part);
  }
  return isDeepStrictEqual(one, other) ? changed : [...changed, 'other'];
}

/** Undefined: it is no JSON object. */
function partsOf(text: string | null): Map<string, unknown> | undefined {
  if (text === null) return new Map();
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
    return new Map(Object.entries(read));
  } catch {
    // Text from before there was a rule for it need not be JSON.
    return undefined;
  }
}

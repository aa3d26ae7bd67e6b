/** How deep JSON that is kept as text may be nested (guarantees G5). */
export const MAX_JSON_TEXT_DEPTH = 64;

/** How deep brackets are nested in a JSON text, found without parsing it; text in quotes does not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isQuoted = false;
    } else if (code === 0x22) isQuoted = true;
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}

/** Tells why a text cannot be kept as JSON; undefined: it can. The text itself is never changed. */
export function faultOfJsonText(text: string): string | undefined {
  if (depthOf(text) > MAX_JSON_TEXT_DEPTH) return `must not be nested deeper than ${MAX_JSON_TEXT_DEPTH} levels`;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'must be JSON';
  }
}

import { faultOfJsonText } from './json-text.ts';

/** Only http(s) addresses and paths on the portal itself: no script, no other scheme, no other host in disguise. */
export function isSafeLink(link: string): boolean {
  // Browsers drop tabs and line ends inside an address, and read a backslash as a slash.
  if (/[\p{Cc}\\]/u.test(link)) return false;
  if (link.startsWith('/')) return !link.startsWith('//');
  try {
    return /^https?:$/.test(new URL(link).protocol);
  } catch {
    return false;
  }
}

/**
 * Tells why a text is no JSON list of paths, or of `{link, label}` (spec 1 §3, spec 2 §3), as the attribute extraLinks of
 * assets and of users holds it; undefined: it is one.
 */
export function faultOfExtraLinks(value: string): string | undefined {
  const fault = faultOfJsonText(value);
  if (fault) return fault;
  const list: unknown = JSON.parse(value);
  if (!Array.isArray(list)) return 'must be a JSON list of links';
  for (const entry of list) {
    const link: unknown = typeof entry === 'object' && entry !== null && 'link' in entry ? entry.link : entry;
    if (typeof link !== 'string' || !isSafeLink(link)) {
      return 'must hold only http(s) addresses and paths on this portal';
    }
  }
  return undefined;
}

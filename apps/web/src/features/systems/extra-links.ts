import { parseLink } from '#ui/links/safe-link.ts';

/** The attribute that holds links of a system: a JSON list of `{link, label}`, or of paths alone (spec 2 §3). */
const EXTRA_LINKS = 'extralinks';

/** Links that may be shown; whatever is no link of the portal or of the web is left out. */
export function extraLinks(attributes: readonly { attributeName: string; attributeValue: string }[]) {
  const text = attributes.find(({ attributeName }) => attributeName.toLowerCase() === EXTRA_LINKS)?.attributeValue;
  return listOf(text ?? '').flatMap((entry: unknown) => {
    const { link, label } =
      typeof entry === 'string' ? { link: entry, label: entry } : ((entry ?? {}) as Partial<Entry>);
    const safe = typeof link === 'string' ? parseLink(link) : undefined;
    if (safe === undefined) return [];
    return [{ ...safe, label: typeof label === 'string' && label !== '' ? label : safe.href }];
  });
}

interface Entry {
  link: unknown;
  label: unknown;
}

function listOf(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return []; // not JSON: no links
  }
}

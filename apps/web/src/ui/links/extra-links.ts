import { parseLink, type SafeLink } from './safe-link.ts';

/** The attribute that holds links of a system or of a user: a JSON list of `{link, label}`, or of paths alone (spec 1 §3, spec 2 §3). */
const EXTRA_LINKS = 'extralinks';

export interface ExtraLink extends SafeLink {
  readonly label: string;
}

/** Links that may be shown; whatever is no link of the portal or of the web is left out. */
export function extraLinks(attributes: readonly { attributeName: string; attributeValue: string }[]): ExtraLink[] {
  return linksOf(attributes.find(({ attributeName }) => attributeName.toLowerCase() === EXTRA_LINKS)?.attributeValue);
}

/** The links of a stored list. */
export function linksOf(text: string | undefined): ExtraLink[] {
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

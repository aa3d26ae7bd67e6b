import type { JournalFilter } from '#api/journal-queries.ts';

/** The filter as the page's address has it, so that a view can be sent to a colleague. */
export function filterOfSearch(search: URLSearchParams): JournalFilter {
  const text = (name: string) => search.get(name)?.trim() || undefined;
  const assetId = Number(search.get('asset'));
  return {
    user: text('user'),
    kind: text('kind'),
    assetId: Number.isInteger(assetId) && assetId > 0 ? assetId : undefined,
    text: text('text'),
    from: timeOf(search.get('from')),
    to: timeOf(search.get('to')),
  };
}

/** The query part of the address for a filter; empty when nothing is narrowed. */
export function searchOfFilter({ assetId, ...texts }: JournalFilter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value) search.set(name, value);
  if (assetId !== undefined) search.set('asset', String(assetId));
  return search.size > 0 ? `?${search}` : '';
}

function timeOf(text: string | null): string | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

/** What a `datetime-local` field shows for a moment: minutes of the browser's zone. */
export function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that a `datetime-local` field names. */
export function isoOfLocal(text: string): string | undefined {
  return timeOf(text === '' ? null : text);
}

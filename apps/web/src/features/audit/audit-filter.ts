import type { JournalFilter } from '#api/journal-queries.ts';
import type { AddressChanges } from '#pages/use-address-params.ts';

/** The filter as the page's address has it, so that a view can be sent to a colleague. */
export function filterOfParams(params: URLSearchParams): JournalFilter {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const assetId = Number(params.get('asset'));
  return {
    user: text('user'),
    kind: text('kind'),
    assetId: Number.isInteger(assetId) && assetId > 0 ? assetId : undefined,
    text: text('text'),
    from: timeOf(params.get('from')),
    to: timeOf(params.get('to')),
  };
}

/** The parameters of the address for a filter; without a value what is not narrowed. */
export function paramsOfFilter({ user, kind, assetId, text, from, to }: JournalFilter): AddressChanges {
  return { user, kind, asset: assetId?.toString(), text, from, to };
}

function timeOf(text: string | null): string | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

import { Link, useParams, useSearchParams } from 'wouter';
import type { WhySpan } from '#actions/why.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { WhyFacts } from './WhyFacts.tsx';
import { WhySpanFacts } from './WhySpanFacts.tsx';

/** Where a value comes from, at an address that can be sent to somebody. */
export function WhyPage() {
  const { assetId, dataItemId } = useParams();
  const [search] = useSearchParams();
  const ids = { assetId: Number(assetId), dataItemId: Number(dataItemId) };
  const when = whenOf(search);
  const isUnreadable = when === undefined || !Object.values(ids).every((id) => Number.isSafeInteger(id) && id > 0);
  return (
    <Page title="Why this number?" columnWidth={760}>
      {isUnreadable ? (
        <EmptyState title="This address leads to no value.">
          <Link href="/assets">All assets</Link>
        </EmptyState>
      ) : 'fromMs' in when ? (
        <WhySpanFacts {...ids} {...when} isPage />
      ) : (
        <WhyFacts {...ids} at={when.at} isPage />
      )}
    </Page>
  );
}

/** The moment or the time that an address names; undefined: it cannot be read. */
function whenOf(search: URLSearchParams): WhySpan | { at: string | undefined } | undefined {
  const [atMs, fromMs, toMs] = ['at', 'from', 'to'].map((name) => {
    const given = search.get(name);
    return given === null ? undefined : Date.parse(given);
  });
  if (fromMs !== undefined && toMs !== undefined) return fromMs < toMs ? { fromMs, toMs } : undefined;
  if (fromMs !== undefined || toMs !== undefined || Number.isNaN(atMs)) return undefined;
  return { at: atMs === undefined ? undefined : new Date(atMs).toISOString() };
}

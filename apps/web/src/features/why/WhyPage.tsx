import { Link, useParams, useSearchParams } from 'wouter';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { WhyFacts } from './WhyFacts.tsx';

/** Where a value comes from, at an address that can be sent to somebody. */
export function WhyPage() {
  const { assetId, dataItemId } = useParams();
  const [search] = useSearchParams();
  const ids = { assetId: Number(assetId), dataItemId: Number(dataItemId) };
  const given = search.get('at');
  const timeMs = given === null ? undefined : Date.parse(given);
  const isUnreadable = Number.isNaN(timeMs) || !Object.values(ids).every((id) => Number.isSafeInteger(id) && id > 0);
  return (
    <Page title="Why this number?" columnWidth={760}>
      {isUnreadable ? (
        <EmptyState title="This address leads to no value.">
          <Link href="/assets">All assets</Link>
        </EmptyState>
      ) : (
        <WhyFacts {...ids} at={timeMs === undefined ? undefined : new Date(timeMs).toISOString()} isPage />
      )}
    </Page>
  );
}

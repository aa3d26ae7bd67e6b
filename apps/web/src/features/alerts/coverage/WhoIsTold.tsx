import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { everySubscription, gapPageQuery, subscriptionPageQuery } from '#api/alerts/coverage-queries.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import shared from '../alerts.module.css';
import { CsvButton } from './CsvButton.tsx';
import classes from './coverage.module.css';
import { counted, gapKinds, gapsTitle, subscriptionColumns } from './coverage-words.ts';
import { SubscriptionTable } from './SubscriptionTable.tsx';
import { ToldPeople } from './ToldPeople.tsx';
import { useListAddress } from './use-list-address.ts';

const SUBSCRIPTION = /^(\d{1,15})-(\d{1,15})$/;

/** Who is told what, for which assets, by which ways, and what was sent last. */
export function WhoIsTold() {
  const zone = useOwnZone();
  const { params, set, search, asked, page, offset, pagesOf, setSearch, setPage } = useListAddress();
  const list = useQuery(subscriptionPageQuery({ search: asked, offset }));
  const { data } = list;
  const [, userGroupId, assetGroupId] = SUBSCRIPTION.exec(params.get('of') ?? '') ?? [];
  return (
    <div className={classes.tab}>
      <Gaps />
      <div className={classes.filters}>
        <SearchField
          label="Search groups and people"
          placeholder="Search groups and people"
          clearLabel="Clear the search"
          maxLength={255}
          value={search}
          onChange={setSearch}
        />
        <span className={classes.count} role="status">
          {data ? counted(data.total, 'subscription') : ''}
        </span>
        <CsvButton
          filename="alert-subscriptions.csv"
          columns={() => subscriptionColumns(zone)}
          rows={() => everySubscription(asked)}
        />
      </div>
      <Pending
        query={list}
        label="Loading who is told"
        failure="Who is told could not be loaded."
        rows={8}
        rowHeight={56}
      />
      {data?.total === 0 ? (
        <EmptyState title={asked === '' ? 'No user group is told of anything yet.' : 'No subscription matches.'}>
          {asked === ''
            ? 'Who is told of which assets is set by the bell beside an asset group, in Users and groups.'
            : 'The search looks in the names of user groups, asset groups and people.'}
        </EmptyState>
      ) : null}
      {data && data.total > 0 ? (
        <div data-stale={list.isPlaceholderData} className={classes.list}>
          <SubscriptionTable
            subscriptions={data.subscriptions}
            onOpen={(one) => set({ of: `${one.userGroupId}-${one.assetGroupId}` })}
          />
        </div>
      ) : null}
      {data ? <PageSteps page={page} pages={pagesOf(data.total)} onPage={setPage} /> : null}
      {userGroupId !== undefined && assetGroupId !== undefined ? (
        <ToldPeople
          key={`${userGroupId} ${assetGroupId}`}
          userGroupId={Number(userGroupId)}
          assetGroupId={Number(assetGroupId)}
          subscription={data?.subscriptions.find(
            (one) => one.userGroupId === Number(userGroupId) && one.assetGroupId === Number(assetGroupId),
          )}
          onClose={() => set({ of: undefined })}
        />
      ) : null}
    </div>
  );
}

/** What nobody is told of, in a line for each kind; nothing where there is nothing. */
function Gaps() {
  const counts = useQuery(gapPageQuery({ kind: 'asset', search: '', offset: 0 })).data?.counts;
  const found = counts ? gapKinds.filter(({ kind }) => counts[kind] > 0) : [];
  if (!counts || found.length === 0) return null;
  return (
    <section className={shared.notice} aria-label="Gaps">
      <h2 className={shared.noticeTitle}>There are gaps</h2>
      <ul>
        {found.map(({ kind }) => (
          <li key={kind}>
            <Link href={`/alerts?tab=gaps&kind=${kind}`}>{gapsTitle(kind, counts[kind])}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

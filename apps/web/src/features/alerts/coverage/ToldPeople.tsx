import { Drawer } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { alertCoverage } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { COVERAGE_PER_PAGE, toldPeopleQuery } from '#api/alerts/coverage-queries.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import classes from './coverage.module.css';
import { lastWords, silenceWords, wantedWords } from './coverage-words.ts';

interface ToldPeopleProps {
  userGroupId: number;
  assetGroupId: number;
  /** Undefined where it stands on another page of the list. */
  subscription: alertCoverage.AlertSubscription | undefined;
  onClose: () => void;
}

const SEARCH_DELAY_MS = 300;

/** The people of a subscription: how each is told, or why not, and what was sent last. */
export function ToldPeople({ userGroupId, assetGroupId, subscription, onClose }: ToldPeopleProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [asked] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const offset = (page - 1) * COVERAGE_PER_PAGE;
  const list = useQuery(toldPeopleQuery({ userGroupId, assetGroupId, search: asked, offset }));
  const { data } = list;
  const zone = useOwnZone();
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / COVERAGE_PER_PAGE));
  const title = subscription ? `${subscription.userGroupName}, told of ${subscription.assetGroupName}` : 'Who is told';
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={title} transitionProps={{ duration: 160 }}>
      {subscription ? <p className={classes.lead}>{wantedWords(subscription)}</p> : null}
      <SearchField
        label="Search people"
        placeholder="Search people"
        clearLabel="Clear the search"
        maxLength={255}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <Pending query={list} label="Loading people" failure="The people could not be loaded." rows={4} rowHeight={56} />
      {data?.total === 0 ? (
        <EmptyState title={asked === '' ? 'Nobody is in this user group.' : 'Nobody matches.'}>
          {asked === '' ? <Link href={`/admin?select=userGroup-${userGroupId}`}>Put somebody into it</Link> : null}
        </EmptyState>
      ) : null}
      <ul className={classes.people} aria-label="People">
        {data?.people.map((person) => (
          <li key={person.userId} className={classes.person}>
            <Link href={`/access?user=${person.userId}`} className={classes.link ?? ''}>
              {person.username}
            </Link>
            {person.isOnCall ? <span className={classes.dim}>On call now</span> : null}
            {person.isOffDuty ? <span className={classes.dim}>Not on call: is told nothing now</span> : null}
            {person.silence.length > 0 ? (
              <span className={classes.warning}>
                Is told nothing: {person.silence.map((silence) => silenceWords[silence]).join('; ')}
              </span>
            ) : (
              <span>{howWords(person)}</span>
            )}
            {person.hasQuietHours ? <span className={classes.dim}>{quietWords(person, zone)}</span> : null}
            <span className={classes.dim}>{lastWords(person.last, zone)}</span>
          </li>
        ))}
      </ul>
      {data ? <PageSteps page={page} pages={pages} onPage={setPage} /> : null}
    </Drawer>
  );
}

function howWords({ mail, text, browsers }: alertCoverage.ToldPerson): string {
  return [
    mail === null ? '' : `Mail to ${mail}`,
    text === null ? '' : `text to ${text}`,
    browsers === 0 ? '' : browsers === 1 ? 'one browser' : `${browsers} browsers`,
  ]
    .filter(Boolean)
    .join(', ');
}

function quietWords({ quietUntil, breaksThrough }: alertCoverage.ToldPerson, zone: string): string {
  const now = quietUntil === null ? 'Has quiet hours' : `Quiet until ${formatDateTime(Date.parse(quietUntil), zone)}`;
  return breaksThrough === null
    ? `${now}, nothing comes at once`
    : `${now}, severity ${breaksThrough} and above comes at once`;
}

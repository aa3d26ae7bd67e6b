import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyInput, calendarFeeds } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { messageOf, refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { calendarFeedsQuery } from '#api/events/calendar-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import type { CalendarAddress } from '#pages/calendar/calendar-address.ts';
import { statusWord } from '#pages/calendar/calendar-words.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './feeds.module.css';

type Filter = NonNullable<BodyInput<typeof calendarFeeds.createCalendarFeed>['filter']>;

function filterOf({ assetId, assetGroupId, statuses, type }: CalendarAddress): Filter {
  const chosen = statuses?.split(',').map(Number) as Filter['statuses'];
  const fields = { assetId, assetGroupId, type, statuses: chosen };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** `One asset, Requested, Oil change`; all there is without a filter. */
function filterWords({ assetId, assetGroupId, statuses, type }: Filter): string {
  const parts = [
    assetId === undefined ? '' : 'one asset',
    assetGroupId === undefined ? '' : 'one asset group',
    (statuses ?? []).map(statusWord).join(' or '),
    type ?? '',
  ].filter(Boolean);
  return parts.length === 0 ? 'all maintenance in your sight' : parts.join(', ');
}

/** Addresses at which calendar programs read the user's maintenance: made, renewed and ended here. */
export function FeedsDialog({ address, onClose }: { address: CalendarAddress; onClose: () => void }) {
  const records = useQueryClient();
  const query = useQuery(calendarFeedsQuery);
  const zone = useOwnZone();
  const [name, setName] = useState('Maintenance');
  const [made, setMade] = useState<{ name: string; address: string }>();
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const filter = filterOf(address);
  const again = () => records.invalidateQueries({ queryKey: queryKeys.calendarFeeds });
  const form = useSubmit(() =>
    refusalOf(
      (async () => {
        setMade(await callApi(calendarFeeds.createCalendarFeed, { body: { name, filter, zone } }));
        await again();
      })(),
    ),
  );
  const renew = async (feed: calendarFeeds.CalendarFeed) => {
    const message = `The address of ${feed.name} that your calendar program knows will end. Renew it?`;
    if (!(await confirm({ title: 'Renew feed', message, confirmLabel: 'Renew' }))) return;
    try {
      setMade(await callApi(calendarFeeds.renewCalendarFeed, { params: { feedId: feed.feedId } }));
      await again();
    } catch (error) {
      toast(`The feed could not be renewed. ${messageOf(error)}`, 'error');
    }
  };
  const end = async ({ feedId, name: of }: calendarFeeds.CalendarFeed) => {
    const message = `Calendar programs will not get ${of} any more. End it?`;
    if (!(await confirm({ title: 'End feed', message, confirmLabel: 'End feed', isDestructive: true }))) return;
    const refusal = await refusalOf(callApi(calendarFeeds.deleteCalendarFeed, { params: { feedId } }));
    if (refusal !== undefined) toast(`The feed could not be ended. ${refusal}`, 'error');
    setMade(undefined);
    await again();
  };

  return (
    <Modal opened onClose={onClose} closeOnEscape={!isAsking} title="Calendar feeds" size="lg">
      <p className={classes.dim}>
        A calendar program reads maintenance at the address of a feed. Whoever has the address can read it too, and
        nothing else of the portal.
      </p>
      {made ? (
        <div className={classes.made} role="status">
          <p>The address of {made.name}. Copy it now: it is not shown again.</p>
          <div className={classes.address}>
            <code>{made.address}</code>
            <CopyButton text={made.address} what="address" />
          </div>
        </div>
      ) : null}
      <form onSubmit={form.onSubmit} className={classes.form}>
        <TextInput
          label="Name of a new feed"
          description={`It tells ${filterWords(filter)}, as the calendar is narrowed now.`}
          required
          maxLength={255}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {form.problem ? (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy} disabled={name.trim() === ''}>
            Make feed
          </Button>
        </Group>
      </form>
      <Pending query={query} label="Loading the feeds" failure="The feeds could not be loaded." rows={2} />
      {query.data?.length === 0 ? <p className={classes.dim}>There is no feed yet.</p> : null}
      <ul className={classes.list} aria-label="Feeds">
        {query.data?.map((feed) => (
          <li key={feed.feedId} className={classes.item}>
            <div className={classes.words}>
              {feed.name}
              <span>
                {filterWords(feed.filter)};{' '}
                {feed.lastUsed === null
                  ? 'not asked for yet'
                  : `last asked for ${formatDateTime(Date.parse(feed.lastUsed), zone)}`}
              </span>
            </div>
            <Button variant="default" size="xs" aria-label={`Renew ${feed.name}`} onClick={() => void renew(feed)}>
              Renew
            </Button>
            <Button variant="default" size="xs" aria-label={`End ${feed.name}`} onClick={() => void end(feed)}>
              End
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { IconRss } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { readCalendarAddress, writeCalendarAddress } from '#pages/calendar/calendar-address.ts';
import { MaintenanceCalendar } from '#pages/calendar/MaintenanceCalendar.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import classes from './feeds.module.css';

const FeedsDialog = lazyPart(async () => (await import('./FeedsDialog.tsx')).FeedsDialog);

/** The maintenance of all assets in sight; what is shown stands in the address. */
export function CalendarPage() {
  const { params, set } = useAddressParams();
  const address = useMemo(() => readCalendarAddress(params), [params]);
  const [showsFeeds, setShowsFeeds] = useState(false);
  return (
    <Page
      title="Maintenance"
      growsOnPhone
      head={
        <>
          <Link href="/maintenance/forecast">Forecast of parts</Link>
          <Button
            variant="subtle"
            className={classes.feeds ?? ''}
            leftSection={<IconRss size={15} aria-hidden />}
            onClick={() => setShowsFeeds(true)}
          >
            Calendar feeds
          </Button>
        </>
      }
    >
      <MaintenanceCalendar
        address={address}
        onAddress={(change) => set(writeCalendarAddress(change))}
        zone={useOwnZone()}
      />
      {showsFeeds ? <FeedsDialog address={address} onClose={() => setShowsFeeds(false)} /> : null}
    </Page>
  );
}

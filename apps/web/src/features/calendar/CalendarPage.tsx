import { useMemo } from 'react';
import { readCalendarAddress, writeCalendarAddress } from '#pages/calendar/calendar-address.ts';
import { MaintenanceCalendar } from '#pages/calendar/MaintenanceCalendar.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Page } from '#ui/page/Page.tsx';

/** The maintenance of all assets in sight; what is shown stands in the address. */
export function CalendarPage() {
  const { params, set } = useAddressParams();
  const address = useMemo(() => readCalendarAddress(params), [params]);
  return (
    <Page title="Maintenance" growsOnPhone>
      <MaintenanceCalendar
        address={address}
        onAddress={(change) => set(writeCalendarAddress(change))}
        zone={useOwnZone()}
      />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { quietHoursQuery } from '#api/alerts/alert-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone, ZONE_ATTRIBUTE } from '#pages/use-own-zone.ts';
import { useOwnAttribute } from '#session/own-attributes.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import classes from '../user-settings.module.css';
import { QuietForm } from './QuietForm.tsx';
import { stateWords } from './quiet-words.ts';

/** When the user is told of alarms later, and whether that is now. */
export function QuietHours() {
  const query = useQuery(quietHoursQuery);
  const nowMs = useNow();
  const chosen = useOwnAttribute(ZONE_ATTRIBUTE) ?? '';
  const own = useOwnZone();
  const stored = query.data?.zone ?? 'UTC';
  const zone = chosen !== '' && isTimeZone(chosen) ? chosen : stored;
  return (
    <>
      <p className={classes.lead}>
        What comes meanwhile by mail, text or push is held, and told together when they end. Who is on call for a group
        is told of it all the same.
      </p>
      <Pending query={query} label="Loading quiet hours" failure="The quiet hours could not be loaded." rows={3} />
      {query.data ? (
        <>
          <p className={classes.lead} role="status">
            {stateWords({ ...query.data, zone }, nowMs)}
            {zone === own || query.data.spans.length === 0
              ? ''
              : ` The times are those of ${zone}; when you save them here, of ${own}.`}
          </p>
          <QuietForm settings={query.data} />
        </>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { alarmLists } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { toldOfAlarmQuery } from '#api/alerts/alert-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { channelWords, kindWords, stateText } from '#ui/alarms/alert-words.ts';
import classes from './views.module.css';

/** Whom the portal told of an alarm by which way, and whether it arrived, newest first. */
export function WhoWasTold({ line: { assetId, alarmDefinitionId, raised } }: { line: alarmLists.ListedAlarm }) {
  const zone = useOwnZone();
  const told = useQuery(toldOfAlarmQuery({ assetId, alarmDefinitionId, raised }));
  const all = new URLSearchParams({ assetId: String(assetId), alarm: String(alarmDefinitionId), raised });
  return (
    <section className={classes.part} aria-labelledby="who-was-told">
      <h2 id="who-was-told" className={classes.subtitle}>
        Who was told
      </h2>
      <Pending query={told} label="Loading who was told" failure="Who was told could not be loaded." rows={2} />
      {told.data?.total === 0 ? <p className={classes.nobody}>Nobody.</p> : null}
      <ol className={classes.story}>
        {told.data?.deliveries.map((delivery) => (
          <li key={delivery.deliveryId}>
            <time dateTime={delivery.time}>{formatDateTime(Date.parse(delivery.time), zone)}</time>
            <span>
              {delivery.to}, {channelWords[delivery.channel].toLowerCase()}: {kindWords[delivery.kind]}
              <span className={classes.note}>{stateText(delivery, zone)}</span>
            </span>
          </li>
        ))}
      </ol>
      {told.data && told.data.total > 0 ? (
        <Link className={classes.more} href={`/alerts?${all}`}>
          {told.data.total > told.data.deliveries.length
            ? `All ${told.data.total.toLocaleString('en')} messages`
            : 'In the list of messages'}
        </Link>
      ) : null}
    </section>
  );
}

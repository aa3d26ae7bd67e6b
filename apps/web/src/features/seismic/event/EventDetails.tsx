import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type assets, permissionId, type seismic } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { seismicStationsQuery } from '#api/explorers/seismic-queries.ts';
import { withAliases } from '#pages/item-aliases.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { writeDepth, writeMagnitude } from '../seismic-words.ts';
import { arrivalsAt, type StationArrivals } from './arrivals.ts';
import { CircleAssets } from './CircleAssets.tsx';
import { DistanceTable } from './DistanceTable.tsx';
import classes from './event.module.css';
import { StationRecording } from './StationRecording.tsx';

interface EventDetailsProps {
  event: seismic.SeismicEvent;
  assets: readonly assets.Asset[];
  zone: string;
  miles: number;
  onMiles: (miles: number) => void;
  /** Of which data item the recordings are; undefined: the usual one. */
  recording: number | undefined;
  onRecording: (dataItemId: number) => void;
  onClose: () => void;
}

/** So many recordings are drawn: each is read from the history. */
const MOST_RECORDINGS = 12;
const VERTICAL = /vertical|\bz\b|[a-z]hz$/i;

/** What an event did at the stations, and what lies around it. */
export function EventDetails({ event, assets: list, zone, miles, onMiles, ...props }: EventDetailsProps) {
  const { recording, onRecording, onClose } = props;
  const stations = useQuery(seismicStationsQuery);
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const stationIds = stations.data?.assetIds;
  const arrivals = useMemo(() => {
    const ids = new Set<number>(stationIds);
    return arrivalsAt(
      event,
      list.filter(({ assetId }) => ids.has(assetId)),
    );
  }, [event, list, stationIds]);
  const items = stations.data?.recordings ?? [];
  const usual = items.find(({ label }) => VERTICAL.test(label)) ?? items[0];
  const item = items.find(({ dataItemId }) => dataItemId === recording) ?? usual;
  const originMs = Date.parse(event.time);
  return (
    <section className={classes.details} aria-label="Chosen event">
      <div className={classes.head}>
        <h2 className={classes.title}>
          {event.magnitude === null ? 'Earthquake' : `M ${writeMagnitude(event.magnitude)}`}
          {event.region === '' ? '' : `, ${event.region}`}
        </h2>
        <ActionIcon variant="subtle" aria-label="Close the event" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <p className={classes.dim}>
        {formatDateTime(originMs, zone)} {zoneName(originMs, zone)}
        {zoneName(originMs, zone) === 'UTC' ? '' : `, ${formatDateTime(originMs, 'UTC')} UTC`}, depth{' '}
        {writeDepth(event.depth)}
      </p>
      <Pending query={stations} label="Loading the stations" failure="The stations could not be listed." rows={3} />
      {stations.data !== undefined && arrivals.length === 0 ? (
        <p className={classes.dim}>
          No station with a position: stations are the assets of the definition that the alarm definition 2 belongs to.
        </p>
      ) : null}
      {arrivals.length > 0 ? <DistanceTable {...{ arrivals, zone, originMs }} depth={event.depth} /> : null}
      {arrivals.length > 0 && item !== undefined ? (
        <>
          <div className={classes.head}>
            <h3 className={classes.subtitle}>Recordings around the arrival</h3>
            {items.length > 1 ? (
              <NativeSelect
                size="xs"
                aria-label="Recording"
                value={String(item.dataItemId)}
                data={items.map(({ dataItemId, label }) => ({ value: String(dataItemId), label }))}
                onChange={({ currentTarget }) => onRecording(Number(currentTarget.value))}
              />
            ) : null}
          </div>
          {mayRead ? (
            <Recordings arrivals={arrivals} item={item} originMs={originMs} assets={list} />
          ) : (
            <MissingPermission what="recordings" permission="HistoricalDataItemsView" />
          )}
        </>
      ) : null}
      {stations.data !== undefined && arrivals.length > 0 && item === undefined ? (
        <p className={classes.dim}>
          The stations record nothing of the ground: no data item of theirs has a unit of velocity or acceleration.
        </p>
      ) : null}
      <CircleAssets event={event} assets={list} miles={miles} onMiles={onMiles} />
    </section>
  );
}

interface RecordingsProps {
  arrivals: readonly StationArrivals[];
  item: seismic.SeismicStations['recordings'][number];
  originMs: number;
  assets: readonly assets.Asset[];
}

function Recordings({ arrivals, item, originMs, assets: list }: RecordingsProps) {
  return (
    <>
      {arrivals.slice(0, MOST_RECORDINGS).map((station) => {
        const asset = list.find(({ assetId }) => assetId === station.assetId);
        const [named = item] = asset ? withAliases([item], asset) : [];
        return <StationRecording key={station.assetId} station={station} item={named} originMs={originMs} />;
      })}
      {arrivals.length > MOST_RECORDINGS ? (
        <p className={classes.dim}>Those of the {MOST_RECORDINGS} nearest stations are shown.</p>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { seismic } from '@telltale/contract';
import { useMemo } from 'react';
import { groundMotionQuery } from '#api/explorers/seismic-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { writeMiles } from '#ui/map/distance.ts';
import { ArrivalPicture } from './ArrivalPicture.tsx';
import type { StationArrivals } from './arrivals.ts';
import classes from './event.module.css';

interface StationRecordingProps {
  station: StationArrivals;
  item: seismic.SeismicStations['recordings'][number];
  originMs: number;
}

/** What one station recorded while the waves of an event are expected there. */
export function StationRecording({ station, item, originMs }: StationRecordingProps) {
  const { assetId, name, miles, fromMs, toMs, p, s } = station;
  const query = useQuery(groundMotionQuery({ assetId, dataItemId: item.dataItemId, fromMs, toMs }));
  const points = useMemo(() => {
    const times = query.data?.times.map((time) => time - originMs / 1_000);
    return times === undefined ? undefined : { times, values: query.data?.values ?? [] };
  }, [query.data, originMs]);
  const title = `${name}, ${item.label} (${item.unit})`;
  return (
    <figure className={classes.recording}>
      <figcaption>
        {title} <span className={classes.dim}>{writeMiles(miles)}, seconds after the event</span>
      </figcaption>
      <Pending
        query={query}
        label={`Loading what ${name} recorded`}
        failure="The recording could not be read."
        rows={2}
      />
      {points?.values.every((value) => value === null) ? (
        <p className={classes.dim}>Nothing is stored of this time.</p>
      ) : null}
      {points?.values.some((value) => value !== null) ? (
        <ArrivalPicture
          title={title}
          points={points}
          from={(fromMs - originMs) / 1_000}
          to={(toMs - originMs) / 1_000}
          p={p}
          s={s}
        />
      ) : null}
    </figure>
  );
}

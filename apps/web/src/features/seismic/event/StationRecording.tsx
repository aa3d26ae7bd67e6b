import { useQuery } from '@tanstack/react-query';
import type { seismic } from '@telltale/contract';
import { type ItemNames, itemName } from '@telltale/domain';
import { useCallback, useMemo } from 'react';
import type { WhyRequest } from '#actions/why.ts';
import { groundMotionQuery } from '#api/explorers/seismic-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useConversionOf } from '#pages/use-own-units.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { writeMiles } from '#ui/map/distance.ts';
import { ArrivalPicture } from './ArrivalPicture.tsx';
import type { StationArrivals } from './arrivals.ts';
import classes from './event.module.css';

interface StationRecordingProps {
  station: StationArrivals;
  /** As the station calls it. */
  item: seismic.SeismicStations['recordings'][number] & ItemNames;
  originMs: number;
}

/** What one station recorded while the waves of an event are expected there. */
export function StationRecording({ station, item, originMs }: StationRecordingProps) {
  const { assetId, name, miles, fromMs, toMs, p, s } = station;
  useWhyGestures();
  const { dataItemId } = item;
  const query = useQuery(groundMotionQuery({ assetId, dataItemId, fromMs, toMs }));
  const conversion = useConversionOf(item.unit);
  const points = useMemo(() => {
    const times = query.data?.times.map((time) => time - originMs / 1_000);
    const values = query.data?.values.map((value) =>
      value === null || conversion === undefined ? value : conversion.convert(value),
    );
    return times === undefined || values === undefined ? undefined : { times, values };
  }, [query.data, originMs, conversion]);
  const whyOfPoint = useCallback(
    (index: number | undefined): WhyRequest => {
      const time = index === undefined ? undefined : query.data?.times[index];
      const meant = time === undefined ? { span: { fromMs, toMs } } : { atMs: Math.round(time * 1_000) };
      return { items: [{ assetId, dataItemId, ...meant }] };
    },
    [query.data, assetId, dataItemId, fromMs, toMs],
  );
  const title = `${name}, ${itemName(item)} (${conversion?.to ?? item.unit})`;
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
          whyOfPoint={whyOfPoint}
        />
      ) : null}
    </figure>
  );
}

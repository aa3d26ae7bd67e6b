import { Button } from '@mantine/core';
import { useContext, useEffect, useState } from 'react';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { latitudeFault, longitudeFault } from './degrees.ts';
import classes from './place-bar.module.css';

/** Says whose location is being set, and takes it as numbers, too: not everybody points at a map. */
export function PlaceBar() {
  const { pending, isBusy, move, save, cancel } = useContext(PlaceContext);
  const [latitude, setLatitude] = useState<number | null>(pending?.place?.latitude ?? null);
  const [longitude, setLongitude] = useState<number | null>(pending?.place?.longitude ?? null);
  const place = pending?.place;
  const faults = [latitudeFault(latitude), longitudeFault(longitude)] as const;
  const isNowhere = faults.some((fault) => fault !== undefined);
  useEffect(() => {
    if (!place) return;
    setLatitude(place.latitude);
    setLongitude(place.longitude);
  }, [place]);
  if (pending === undefined) return null;
  const take = (nextLatitude: number | null, nextLongitude: number | null) => {
    setLatitude(nextLatitude);
    setLongitude(nextLongitude);
    if (nextLatitude === null || nextLongitude === null) return;
    if (latitudeFault(nextLatitude) ?? longitudeFault(nextLongitude)) return;
    move({ latitude: nextLatitude, longitude: nextLongitude });
  };
  return (
    <section className={classes.bar} aria-label={`Location of ${pending.name}`}>
      <p>
        Location of <strong>{pending.name}</strong>: point at it on the map, drag its marker, or type it.
      </p>
      <NumberEntry
        label="Latitude"
        error={faults[0]}
        decimalScale={6}
        value={latitude}
        onChange={(value) => take(value, longitude)}
      />
      <NumberEntry
        label="Longitude"
        error={faults[1]}
        decimalScale={6}
        value={longitude}
        onChange={(value) => take(latitude, value)}
      />
      <Button disabled={pending.place === null || isNowhere} loading={isBusy} onClick={save}>
        Save
      </Button>
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}

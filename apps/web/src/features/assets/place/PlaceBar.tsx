import { Button } from '@mantine/core';
import { useContext, useEffect, useState } from 'react';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import classes from './place-bar.module.css';

/** Says whose location is being set, and takes it as numbers, too: not everybody points at a map. */
export function PlaceBar() {
  const { pending, isBusy, move, save, cancel } = useContext(PlaceContext);
  const [latitude, setLatitude] = useState<number | null>(pending?.place?.latitude ?? null);
  const [longitude, setLongitude] = useState<number | null>(pending?.place?.longitude ?? null);
  const place = pending?.place;
  useEffect(() => {
    if (!place) return;
    setLatitude(place.latitude);
    setLongitude(place.longitude);
  }, [place]);
  if (pending === undefined) return null;
  const take = (nextLatitude: number | null, nextLongitude: number | null) => {
    setLatitude(nextLatitude);
    setLongitude(nextLongitude);
    if (
      nextLatitude !== null &&
      nextLongitude !== null &&
      Math.abs(nextLatitude) <= 90 &&
      Math.abs(nextLongitude) <= 180
    ) {
      move({ latitude: nextLatitude, longitude: nextLongitude });
    }
  };
  return (
    <section className={classes.bar} aria-label={`Location of ${pending.name}`}>
      <p>
        Location of <strong>{pending.name}</strong>: point at it on the map, drag its marker, or type it.
      </p>
      <NumberEntry
        label="Latitude"
        min={-90}
        max={90}
        decimalScale={6}
        value={latitude}
        onChange={(value) => take(value, longitude)}
      />
      <NumberEntry
        label="Longitude"
        min={-180}
        max={180}
        decimalScale={6}
        value={longitude}
        onChange={(value) => take(latitude, value)}
      />
      <Button disabled={pending.place === null} loading={isBusy} onClick={save}>
        Save
      </Button>
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}

import type { assets, seismic } from '@telltale/contract';
import { useMemo } from 'react';
import { AssetMap } from '#tile-kit/map/AssetMap.tsx';
import type { Place } from '#ui/map/map-bounds.ts';
import classes from './seismic.module.css';

interface SeismicMapProps {
  assets: readonly assets.Asset[];
  events: readonly seismic.SeismicEvent[];
  eventId: string | undefined;
  assetId: number | undefined;
  zone: string;
  onEvent: (id: string | undefined) => void;
  onAsset: (id: number | undefined) => void;
  rim?: readonly Place[];
}

const NO_RIM: readonly Place[] = [];
/** Without assets there is no place to look at. */
const WORLD = { center: { latitude: 20, longitude: -40 }, zoom: 1 };

/** The assets and the earthquakes. */
export function SeismicMap({ assets: list, events, eventId, assetId, rim = NO_RIM, ...props }: SeismicMapProps) {
  const { onEvent, onAsset, zone } = props;
  const quakes = useMemo(
    () => ({ events, selected: eventId, onSelect: (id: string | undefined) => onEvent(id), rim }),
    [events, eventId, onEvent, rim],
  );
  const hasPlaces = list.some(({ currentCoordinates }) => currentCoordinates !== null);
  return (
    <section className={classes.map} aria-label="Map">
      <AssetMap
        key={String(hasPlaces)}
        assets={list}
        view={hasPlaces ? undefined : WORLD}
        selected={assetId}
        onSelect={onAsset}
        quakes={quakes}
        zone={zone}
      />
    </section>
  );
}

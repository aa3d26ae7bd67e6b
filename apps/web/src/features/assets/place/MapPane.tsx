import { ActionIcon } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFrame, IconZoomScan } from '@tabler/icons-react';
import { useContext, useMemo, useRef, useState } from 'react';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { AssetMap } from '#tile-kit/map/AssetMap.tsx';
import { type Bounds, boundsOf, type Place } from '#ui/map/map-bounds.ts';
import type { AssetRow } from '../list/asset-list.ts';
import type { ListAddress } from '../list/use-list-address.ts';
import { SelectionContext } from '../many/selection.ts';
import { isInside } from './area.ts';
import classes from './map-pane.module.css';

/** Initial zoom of the asset map (spec 1 §9). */
const OPENING_ZOOM = 2;
/** The map follows a filter when typing pauses: thousands of markers are more than a keystroke waits for. */
const FOLLOW_MS = 500;

interface MapPaneProps {
  /** What the filter lets through, whatever part of it the map shows. */
  rows: readonly AssetRow[];
  address: ListAddress;
  onChoose: (assetId: number | undefined) => void;
}

/** The map beside the list: it shows what the list holds, and the list what is chosen on it. */
export function MapPane({ rows, address, onChoose }: MapPaneProps) {
  const { filter, filterKey } = address;
  const { pending } = useContext(PlaceContext);
  const { ids, set } = useContext(SelectionContext);
  const isInView = filter.bounds !== undefined;
  const bounds = useRef<Bounds>(undefined);
  const [fitted, setFitted] = useState(0);
  // While the list follows the map, the map does not follow the list.
  const filterText = isInView ? 'in view' : `${filter.search} ${filterKey}`;
  const [followed] = useDebouncedValue(
    useMemo(() => ({ rows, filterText }), [rows, filterText]),
    FOLLOW_MS,
  );
  const list = useMemo(() => followed.rows.map(({ asset }) => asset), [followed]);
  const opening = useRef({
    center: centerOf(list.flatMap(({ currentCoordinates }) => currentCoordinates ?? [])),
    zoom: OPENING_ZOOM,
  });
  const area = useMemo(
    () => ({
      corners: filter.corners,
      onChange: (corners: readonly Place[]) => {
        address.setCorners(corners);
        // Who is marking assets draws around those that are meant.
        if (ids !== undefined) set(new Set([...ids, ...rowsInside(rows, corners).map(({ assetId }) => assetId)]));
      },
    }),
    [filter.corners, address.setCorners, ids, set, rows],
  );
  return (
    <section className={classes.pane} aria-label="Map">
      <AssetMap
        assets={list}
        view={opening.current}
        selected={address.chosen ?? pending?.assetId}
        onSelect={onChoose}
        // Who asks for all of them sees them at once: what is done next is not to be moved away.
        fitKey={`${fitted} ${followed.filterText}`}
        area={area}
        onBounds={(shown) => {
          bounds.current = shown;
          if (isInView) address.setBounds(shown);
        }}
        controls={
          <>
            <ActionIcon
              size={30}
              variant="default"
              aria-label="Show all on the map"
              title="Show all on the map"
              onClick={() => setFitted(fitted + 1)}
            >
              <IconZoomScan size={16} />
            </ActionIcon>
            <ActionIcon
              size={30}
              variant="default"
              className={classes.toggle ?? ''}
              aria-pressed={isInView}
              aria-label="List only what the map shows"
              title="List only what the map shows"
              onClick={() => address.setBounds(isInView ? undefined : bounds.current)}
            >
              <IconFrame size={16} />
            </ActionIcon>
          </>
        }
      />
    </section>
  );
}

function rowsInside(rows: readonly AssetRow[], corners: readonly Place[]): AssetRow[] {
  return rows.filter(({ coordinates }) => coordinates !== null && isInside(corners, coordinates));
}

/** The middle of the places; that of the default view without any. */
function centerOf(places: readonly Place[]): Place {
  const [west, south, east, north] = boundsOf(places);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

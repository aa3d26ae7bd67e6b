import { Loader } from '@mantine/core';
import { NO_PLACES } from '#ui/map/geojson-shapes.ts';
import type { MissingPart } from '#ui/map/MapPicture.tsx';
import classes from './asset-map.module.css';

interface MapNotesProps {
  /** What a reader of the map must know; those undefined are none. */
  notes: readonly (string | undefined)[];
  /** The names of layers that are being loaded. */
  loading: readonly string[];
  attribution: string;
}

/** What the map says of itself. */
export function MapNotes({ notes, loading, attribution }: MapNotesProps) {
  const said = notes.filter((note) => note !== undefined);
  return (
    <>
      <div className={classes.notes}>
        {said.length === 0 ? null : (
          <div className={classes.note} role="status">
            {said.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
        {loading.length === 0 ? null : (
          <p className={classes.waiting} role="status">
            <Loader size={12} color="var(--tt-text-dim)" aria-hidden />
            {loadingText(loading)}
          </p>
        )}
      </div>
      <p className={classes.attribution}>{['Natural Earth', attribution].filter(Boolean).join(' · ')}</p>
    </>
  );
}

function loadingText(layers: readonly string[]): string {
  return `Loading the ${layers.length === 1 ? 'layer' : 'layers'} ${layers.map((name) => `‘${name}’`).join(', ')}…`;
}

/** Why a part of the map did not come: a layer by its name, else the background where there is one. */
export function missingText({ message, overlay }: MissingPart, hasBackground: boolean): string {
  if (overlay !== undefined) return `The layer ‘${overlay}’ could not be drawn. ${layerReason(message)}`;
  if (hasBackground) return 'This background cannot be reached. The offline map is shown.';
  return `A part of the map could not be drawn. ${message}`;
}

/** A layer of a map that geosources.json no longer has. */
export function goneText(layer: string): string {
  return `The layer ‘${layer}’ could not be drawn. The portal no longer has it.`;
}

/** What MapLibre says of a file that it did not get, or that is none that it reads, for whoever looks at the map. */
function layerReason(message: string): string {
  const status = /^AJAXError: .*\((\d+)\)/.exec(message)?.[1];
  if (status === '404') return 'Its file is not there, or you may not see it.';
  if (status === '0' || /failed to fetch/i.test(message)) return 'Its address cannot be reached.';
  if (status !== undefined) return `Its address answers ${status}.`;
  if (message === NO_PLACES) return 'None of its shapes has a longitude and a latitude.';
  return 'Its file is not valid GeoJSON.';
}

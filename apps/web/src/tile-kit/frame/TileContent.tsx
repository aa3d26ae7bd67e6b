import type { Tile } from '@telltale/contract';
import { useMemo } from 'react';
import { type LazyPart, lazyPart } from '#ui/lazy-part.tsx';
import type { TileDefinition, TileSize, TileViewProps } from '../define-tile.ts';
import { readTileSettings } from '../tile-settings.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { SettingsNote } from './SettingsNote.tsx';
import { TileNotice } from './TileNotice.tsx';
import classes from './tile-frame.module.css';

interface TileContentProps {
  properties: Tile['properties'];
  definition: TileDefinition;
  size: TileSize;
}

/**
 * What a tile shows: its view with its settings, or why there is none. Mounted anew when `settingsGuid` changes, so a
 * view may read its settings once.
 */
export function TileContent({ properties, definition, size }: TileContentProps) {
  const result = useMemo(() => readTileSettings(definition, properties), [definition, properties]);
  if (!result.isValid) {
    return <TileNotice title="These settings cannot be read." text={result.explanation} />;
  }
  const View = viewOf(definition);
  return (
    <CrashBoundary key={properties.settingsGuid ?? ''}>
      <View settings={result.settings} size={size} />
      <SettingsNote faults={result.faults} />
    </CrashBoundary>
  );
}

const views = new WeakMap<TileDefinition, LazyPart<TileViewProps<unknown>>>();

/** One lazy component per tile type: made in a render it would be a new type each time, and mount anew. */
function viewOf(definition: TileDefinition): LazyPart<TileViewProps<unknown>> {
  let view = views.get(definition);
  if (view === undefined) {
    view = lazyPart(definition.loadView, Skeleton);
    views.set(definition, view);
  }
  return view;
}

/** Loads the views of tile types that are about to be drawn; one that cannot be loaded says so where it is drawn. */
export async function preloadViews(definitions: Iterable<TileDefinition>): Promise<void> {
  await Promise.allSettled(Array.from(new Set(definitions), (definition) => viewOf(definition).preload()));
}

function Skeleton() {
  return <div className={classes.skeleton} />;
}

import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { TileOfItems } from './tile-of-items.ts';

export interface TileSize {
  width: number;
  height: number;
}

export interface TileViewProps<Settings> {
  settings: Settings;
  /** Inner size of the tile in CSS pixels, measured by the frame; a view never measures itself. */
  size: TileSize;
}

export interface TileEditorProps<Settings> {
  settings: Settings;
  onChange: (next: Settings) => void;
}

export type TileGroup = 'Graphs' | 'Indicators' | 'Controls' | 'Misc';

/** What the registry knows of a tile type: data and lazy parts, no React elements. */
export interface TileDefinition<Settings = unknown> {
  /** Stored in `properties.type.value`, e.g. `Gauge`. */
  readonly type: string;
  /** Other stored names that mean this tile, e.g. `Dial Gauge`. */
  readonly aliases: readonly string[];
  /** Its name in menus and in `properties.type.name`, e.g. `Dial Gauge`. */
  readonly label: string;
  /** Where Add tile lists it; null: reachable by name only. */
  readonly group: TileGroup | null;
  readonly icon: ComponentType<{ size?: number | string }>;
  readonly defaultSize: { w: number; h: number };
  /** For types that can be added by picking data items alone; absent: by their form only. */
  readonly ofItems?: TileOfItems;
  /** Parses the stored bag: every field has its default, so `parse({})` gives a new tile's settings. */
  readonly settings: z.ZodType<Settings>;
  /** Turns bags stored by earlier versions into today's keys, before `settings` reads them. */
  readonly migrate?: (bag: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  readonly loadView: () => Promise<ComponentType<TileViewProps<Settings>>>;
  readonly loadEditor: () => Promise<ComponentType<TileEditorProps<Settings>>>;
}

/** Declares a tile type; the identity function, but it infers the settings. The registry forgets the type argument. */
export function defineTile<Settings>(definition: TileDefinition<Settings>): TileDefinition {
  return definition as unknown as TileDefinition;
}

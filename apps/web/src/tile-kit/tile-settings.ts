import type { Tile } from '@telltale/contract';
import { z } from 'zod';
import type { TileDefinition } from './define-tile.ts';
import { settingsFaults } from './settings-faults.ts';

export type TileSettingsResult =
  | {
      isValid: true;
      settings: unknown;
      /** Settings that could not be read, in place of which their defaults stand. */
      faults: readonly string[];
    }
  | { isValid: false; explanation: string };

/** The stored bag of a tile: settings lie flat beside its type, with keys of which the tile knows nothing. */
export type TileProperties = Tile['properties'];

/** Migrates, then validates with defaults; says in words what a stored bag has wrong. The bag itself stays as it is. */
export function readTileSettings(definition: TileDefinition, properties: TileProperties): TileSettingsResult {
  let bag: unknown = properties;
  try {
    bag = definition.migrate === undefined ? properties : definition.migrate(properties);
  } catch (cause) {
    return { isValid: false, explanation: cause instanceof Error ? cause.message : String(cause) };
  }
  const parsed = definition.settings.safeParse(bag);
  return parsed.success
    ? { isValid: true, settings: parsed.data, faults: settingsFaults(bag, parsed.data) }
    : { isValid: false, explanation: z.prettifyError(parsed.error) };
}

/** A new tile's settings: every field at its default. */
export function defaultTileSettings(definition: TileDefinition): unknown {
  return definition.settings.parse({});
}

/** The bag with the settings written back: keys that the tile does not know are kept (guarantee of the dashboard). */
export function writeTileSettings(properties: TileProperties, settings: unknown): TileProperties {
  return { ...properties, ...(settings as Record<string, unknown>), type: properties.type };
}

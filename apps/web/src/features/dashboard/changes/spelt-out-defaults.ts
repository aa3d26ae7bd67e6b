import type { Tile } from '@telltale/contract';
import type { SettingChange } from '@telltale/domain/dashboard/dashboard-diff.ts';
import { isSameJson } from '@telltale/domain/dashboard/same-json.ts';
import { defaultTileSettings } from '#tile-kit/tile-settings.ts';
import { definitionOf } from '../screen/tile-definition.ts';

/**
 * The changes of a tile without those that only spell out a default, or take it away: a form stores every setting it
 * shows, and among twenty of these the one that somebody changed is not seen.
 */
export function withoutSpeltOutDefaults({ properties }: Tile, changes: readonly SettingChange[]): SettingChange[] {
  const defaults = defaultTileSettings(definitionOf(properties)) as Readonly<Record<string, unknown>>;
  return changes.filter(({ path, before, after }) => {
    const isOnOneSide = (before === undefined) !== (after === undefined);
    return !isOnOneSide || !Object.hasOwn(defaults, path) || !isSameJson(before ?? after, defaults[path]);
  });
}

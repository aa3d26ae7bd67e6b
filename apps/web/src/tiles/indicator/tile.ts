import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofOneItem } from '#tile-kit/tile-of-items.ts';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { indicatorSettingsSchema } from './settings.ts';

export const indicatorTile = defineTile({
  type: 'Indicator',
  aliases: ['Text Indicator'],
  label: 'Text Indicator',
  group: 'Indicators',
  icon: lateIcon('IconNumber123'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  ofItems: ofOneItem({ w: 24, h: 10 }),
  settings: indicatorSettingsSchema,
  loadView: async () => (await import('./IndicatorTile.tsx')).IndicatorTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).indicatorFields),
});

import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofManyItems } from '#tile-kit/tile-of-items.ts';
import { dataItemTableSettingsSchema } from './settings.ts';

export const dataItemTableTile = defineTile({
  type: 'DataItemTable',
  aliases: ['Data Item Table'],
  label: 'Data Item Table',
  group: null,
  icon: lateIcon('IconListNumbers'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  ofItems: ofManyItems({ w: 48, h: 30 }, 'dataItems', { showAll: false }),
  settings: dataItemTableSettingsSchema,
  loadView: async () => (await import('./DataItemTableTile.tsx')).DataItemTableTile,
  loadEditor: async () => (await import('./DataItemTableEditor.tsx')).DataItemTableEditor,
});

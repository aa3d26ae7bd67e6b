import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { renderingSettingsSchema } from './settings.ts';

export const renderingTile = defineTile({
  type: 'Rendering',
  aliases: ['Maintenance grid'],
  label: 'Rendering',
  group: null,
  icon: lateIcon('IconGridDots'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: renderingSettingsSchema,
  loadView: async () => (await import('./RenderingTile.tsx')).RenderingTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).renderingFields),
});

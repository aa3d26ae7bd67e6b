import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { messageViewerSettingsSchema } from './settings.ts';

export const messageViewerTile = defineTile({
  type: 'MessageViewer',
  aliases: ['Message Viewer'],
  label: 'Message Viewer',
  group: null,
  icon: lateIcon('IconMessages'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: messageViewerSettingsSchema,
  loadView: async () => (await import('./MessageViewerTile.tsx')).MessageViewerTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).messageViewerFields),
});

import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { migrateRequest } from '#tiles/shared/request/request-settings.ts';
import { downloadButtonSettingsSchema } from './settings.ts';

export const downloadButtonTile = defineTile({
  type: 'DownloadButton',
  aliases: ['Download Button'],
  label: 'Download Button',
  group: null,
  icon: lateIcon('IconDownload'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: downloadButtonSettingsSchema,
  migrate: migrateRequest,
  loadView: async () => (await import('./DownloadButtonTile.tsx')).DownloadButtonTile,
  loadEditor: async () => (await import('./DownloadButtonEditor.tsx')).DownloadButtonEditor,
});

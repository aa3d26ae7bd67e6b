import { IconDownload } from '@tabler/icons-react';
import { defineTile } from '#tile-kit/define-tile.ts';
import { migrateRequest } from '#tiles/shared/request/request-settings.ts';
import { downloadButtonSettingsSchema } from './settings.ts';

export const downloadButtonTile = defineTile({
  type: 'DownloadButton',
  aliases: ['Download Button'],
  label: 'Download Button',
  group: null,
  icon: IconDownload,
  defaultSize: { w: 16, h: 6 },
  settings: downloadButtonSettingsSchema,
  migrate: migrateRequest,
  loadView: async () => (await import('./DownloadButtonTile.tsx')).DownloadButtonTile,
  loadEditor: async () => (await import('./DownloadButtonEditor.tsx')).DownloadButtonEditor,
});

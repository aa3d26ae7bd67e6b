import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { alarmTextBoxSettingsSchema, migrateAlarmTextBox } from './settings.ts';

export const alarmTextBoxTile = defineTile({
  type: 'AlarmTextBox',
  aliases: ['Alarm Text Box'],
  label: 'Alarm Text Box',
  group: null,
  icon: lateIcon('IconBellExclamation'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: alarmTextBoxSettingsSchema,
  migrate: migrateAlarmTextBox,
  loadView: async () => (await import('./AlarmTextBoxTile.tsx')).AlarmTextBoxTile,
  loadEditor: async () => (await import('./AlarmTextBoxEditor.tsx')).AlarmTextBoxEditor,
});

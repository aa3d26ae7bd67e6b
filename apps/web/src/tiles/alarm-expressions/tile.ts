import { IconMathFunction } from '@tabler/icons-react';
import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { alarmExpressionsSettingsSchema } from './settings.ts';

export const alarmExpressionsTile = defineTile({
  type: 'AlarmExpressions',
  aliases: [],
  label: 'Alarm Expressions',
  group: null,
  icon: IconMathFunction,
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: alarmExpressionsSettingsSchema,
  loadView: async () => (await import('./AlarmExpressionsTile.tsx')).AlarmExpressionsTile,
  loadEditor: async () => (await import('./AlarmExpressionsEditor.tsx')).AlarmExpressionsEditor,
});

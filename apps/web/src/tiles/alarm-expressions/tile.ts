import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { alarmExpressionsSettingsSchema } from './settings.ts';

export const alarmExpressionsTile = defineTile({
  type: 'AlarmExpressions',
  aliases: [],
  label: 'Alarm Expressions',
  group: null,
  icon: lateIcon('IconMathFunction'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: alarmExpressionsSettingsSchema,
  loadView: async () => (await import('./AlarmExpressionsTile.tsx')).AlarmExpressionsTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).alarmExpressionsFields),
});

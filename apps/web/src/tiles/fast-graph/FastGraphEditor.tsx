import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ChartEditor } from '#tiles/shared/chart/editor/ChartEditor.tsx';
import { type FastGraphSettings, fastGraphSettingsSchema } from './settings.ts';

export function FastGraphEditor({ settings, onChange }: TileEditorProps<FastGraphSettings>) {
  return <ChartEditor settings={settings} onChange={onChange} schema={fastGraphSettingsSchema} hasRequest />;
}

import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ChartEditor } from '#tiles/shared/chart/editor/ChartEditor.tsx';
import { type EditorChartSettings, editorChartSettingsSchema } from './settings.ts';

export function EditorChartEditor({ settings, onChange }: TileEditorProps<EditorChartSettings>) {
  return <ChartEditor settings={settings} onChange={onChange} schema={editorChartSettingsSchema} />;
}

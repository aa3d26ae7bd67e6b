import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ChartEditor } from '#tiles/shared/chart/editor/ChartEditor.tsx';
import { LibraryField } from '#tiles/shared/chart/editor/LibraryField.tsx';
import { type AdvancedGraphSettings, advancedGraphSettingsSchema } from './settings.ts';

export function AdvancedGraphEditor({ settings, onChange }: TileEditorProps<AdvancedGraphSettings>) {
  return (
    <ChartEditor settings={settings} onChange={onChange} schema={advancedGraphSettingsSchema} hasRequest>
      <LibraryField value={settings.library} onChange={(library) => onChange({ ...settings, library })} />
    </ChartEditor>
  );
}

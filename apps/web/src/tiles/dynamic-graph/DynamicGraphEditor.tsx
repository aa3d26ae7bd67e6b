import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ChartEditor } from '#tiles/shared/chart/editor/ChartEditor.tsx';
import { LibraryField } from '#tiles/shared/chart/editor/LibraryField.tsx';
import { type DynamicGraphSettings, dynamicGraphSettingsSchema } from './settings.ts';

export function DynamicGraphEditor({ settings, onChange }: TileEditorProps<DynamicGraphSettings>) {
  return (
    <ChartEditor settings={settings} onChange={onChange} schema={dynamicGraphSettingsSchema}>
      <LibraryField value={settings.library} onChange={(library) => onChange({ ...settings, library })} />
    </ChartEditor>
  );
}

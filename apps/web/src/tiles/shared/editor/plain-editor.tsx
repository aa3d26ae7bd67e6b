import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { PlainGroups } from './PlainFields.tsx';
import type { PlainGroup } from './plain-field.ts';

/** A form of the fields of these groups. */
export function plainEditor<Settings>(groups: readonly PlainGroup<Settings>[]) {
  return function PlainEditor({ settings, onChange }: TileEditorProps<Settings>) {
    return <PlainGroups groups={groups} settings={settings} onChange={(part) => onChange({ ...settings, ...part })} />;
  };
}

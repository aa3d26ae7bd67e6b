import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainGroup, SCALE } from '#tiles/shared/editor/plain-field.ts';
import { ReadingFields } from '#tiles/shared/editor/ReadingFields.tsx';
import type { CylinderSettings } from './settings.ts';

const GROUPS: readonly PlainGroup<CylinderSettings>[] = [
  { title: 'Scale', fields: SCALE },
  {
    title: 'Colours',
    fields: [
      { kind: 'colour', key: 'color', label: 'Fill', defaultColour: 'var(--tt-accent)' },
      { kind: 'colour', key: 'strokeColor', label: 'Outline', defaultColour: 'var(--tt-text-dim)' },
    ],
  },
];

export function CylinderEditor({ settings, onChange }: TileEditorProps<CylinderSettings>) {
  const change = (part: Partial<CylinderSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <ReadingFields settings={settings} onChange={change} />
      <PlainGroups groups={GROUPS} settings={settings} onChange={change} />
    </>
  );
}

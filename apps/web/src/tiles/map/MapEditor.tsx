import { MultiSelect } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useMapConfig } from '#tile-kit/portal/use-map-config.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields, PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { ASSET_CHOICES, MapSettings } from './settings.ts';

const ASSETS: readonly { value: (typeof ASSET_CHOICES)[number]; label: string }[] = [
  { value: 'all', label: 'All that the viewer may see' },
  { value: 'definition', label: 'Those of the same definition' },
  { value: 'own', label: "The dashboard's own" },
];

const FIRST: readonly PlainField<MapSettings>[] = [
  TITLE,
  { kind: 'choice', key: 'assets', label: 'Assets', options: ASSETS },
];

const isPlaced = ({ fitAssets }: MapSettings) => !fitAssets;
const GROUPS: readonly PlainGroup<MapSettings>[] = [
  {
    title: 'Opening view',
    fields: [
      { kind: 'switch', key: 'fitAssets', label: 'All assets in sight' },
      { kind: 'required', key: 'latitude', label: 'Latitude', min: -85, max: 85, isShown: isPlaced },
      { kind: 'required', key: 'longitude', label: 'Longitude', min: -180, max: 180, isShown: isPlaced },
      { kind: 'required', key: 'zoom', label: 'Zoom', min: 0, max: 20, isShown: isPlaced },
    ],
  },
];

export function MapEditor({ settings, onChange }: TileEditorProps<MapSettings>) {
  const { overlays } = useMapConfig();
  const change = (part: Partial<MapSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <PlainFields fields={FIRST} settings={settings} onChange={change} />
        {overlays.length === 0 && settings.layers.length === 0 ? null : (
          <MultiSelect
            label="Layers"
            placeholder={settings.layers.length === 0 ? 'None' : ''}
            data={overlays.map(({ name }) => name)}
            value={settings.layers}
            onChange={(layers) => change({ layers })}
          />
        )}
      </FieldGroup>
      <PlainGroups groups={GROUPS} settings={settings} onChange={change} />
    </>
  );
}

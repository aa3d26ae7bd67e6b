import { MultiSelect, Select } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useMapConfig } from '#tile-kit/portal/use-map-config.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import type { ASSET_CHOICES, MapSettings } from './settings.ts';

const ASSETS: readonly { value: (typeof ASSET_CHOICES)[number]; label: string }[] = [
  { value: 'all', label: 'All that the viewer may see' },
  { value: 'definition', label: 'Those of the same definition' },
  { value: 'own', label: "The dashboard's own" },
];

export function MapEditor({ settings, onChange }: TileEditorProps<MapSettings>) {
  const { overlays } = useMapConfig();
  const change = (part: Partial<MapSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <TitleField value={settings.title} onChange={change} />
        <Select
          label="Assets"
          allowDeselect={false}
          data={ASSETS}
          value={settings.assets}
          onChange={(assets) => assets !== null && change({ assets: assets as MapSettings['assets'] })}
        />
        {overlays.length === 0 ? null : (
          <MultiSelect
            label="Layers"
            data={overlays.map(({ name }) => name)}
            value={settings.layers}
            onChange={(layers) => change({ layers })}
          />
        )}
      </FieldGroup>
      <FieldGroup title="Opening view">
        <SwitchField
          label="All assets in sight"
          value={settings.fitAssets}
          onChange={(fitAssets) => change({ fitAssets })}
        />
        {settings.fitAssets ? null : (
          <>
            <RequiredNumber
              label="Latitude"
              min={-85}
              max={85}
              value={settings.latitude}
              onChange={(latitude) => change({ latitude })}
            />
            <RequiredNumber
              label="Longitude"
              min={-180}
              max={180}
              value={settings.longitude}
              onChange={(longitude) => change({ longitude })}
            />
            <RequiredNumber label="Zoom" min={0} max={20} value={settings.zoom} onChange={(zoom) => change({ zoom })} />
          </>
        )}
      </FieldGroup>
    </>
  );
}

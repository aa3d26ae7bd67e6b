import { Select } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useReading } from '#tile-kit/readings/use-reading.ts';
import { useScale } from '#tile-kit/readings/use-scale.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { ReadingFields } from '#tiles/shared/editor/ReadingFields.tsx';
import { ScaleFields } from '#tiles/shared/editor/ScaleFields.tsx';
import { SliderField } from '#tiles/shared/editor/SliderField.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { BandTable } from './BandTable.tsx';
import { FULL_ANGLE, HALF_ANGLE } from './gauge-geometry.ts';
import { FONT_SIZE, GAUGE_BANDS, GAUGE_STYLES, type GaugeSettings, MAX_BAR_WIDTH } from './settings.ts';

const STYLE_LABELS = { simple: 'Simple', default: 'Default', dark: 'Dark' } as const;

const BAND_LABELS = { item: 'Of the data item', three: 'Three of its own', none: 'None' } as const;

const FONTS = [
  ['titleFontSize', 'Title'],
  ['valueFontSize', 'Value'],
  ['unitFontSize', 'Unit'],
  ['labelFontSize', 'Scale labels'],
] as const;

export function GaugeEditor({ settings, onChange }: TileEditorProps<GaugeSettings>) {
  const change = (part: Partial<GaugeSettings>) => onChange({ ...settings, ...part });
  const scale = useScale(settings, useReading(settings), settings);
  return (
    <>
      <ReadingFields settings={settings} onChange={change} />

      <FieldGroup title="Scale">
        <ScaleFields settings={settings} onChange={change} />
        <Select
          label="Style"
          allowDeselect={false}
          data={GAUGE_STYLES.map((value) => ({ value, label: STYLE_LABELS[value] }))}
          value={settings.style}
          onChange={(style) => style !== null && change({ style: style as GaugeSettings['style'] })}
        />
        <SliderField
          label="Bar width"
          min={1}
          max={MAX_BAR_WIDTH}
          suffix="%"
          value={settings.barWidth}
          onChange={(barWidth) => change({ barWidth })}
        />
        <NumberField
          label="Start angle (°)"
          placeholder="Symmetric"
          min={0}
          max={360}
          isDisabled={settings.half}
          value={settings.startAngle}
          onChange={(startAngle) => change({ startAngle })}
        />
        <NumberField
          label="Tick angle (°)"
          placeholder={String(settings.half ? HALF_ANGLE : FULL_ANGLE)}
          min={0}
          max={360}
          isDisabled={settings.half}
          value={settings.tickAngle}
          onChange={(tickAngle) => change({ tickAngle })}
        />
        <SwitchField label="Half circle" value={settings.half} onChange={(half) => change({ half })} />
      </FieldGroup>

      <FieldGroup title="Bands">
        <Select
          label="Bands"
          allowDeselect={false}
          data={GAUGE_BANDS.map((value) => ({ value, label: BAND_LABELS[value] }))}
          value={settings.bands}
          onChange={(bands) => bands !== null && change({ bands: bands as GaugeSettings['bands'] })}
        />
        {settings.bands === 'three' ? <BandTable settings={settings} scale={scale} onChange={change} /> : null}
      </FieldGroup>

      <FieldGroup title="Font sizes">
        {FONTS.map(([key, label]) => (
          <SliderField
            key={key}
            label={label}
            min={FONT_SIZE.min}
            max={FONT_SIZE.max}
            value={settings[key]}
            onChange={(size) => change({ [key]: size })}
          />
        ))}
      </FieldGroup>
    </>
  );
}

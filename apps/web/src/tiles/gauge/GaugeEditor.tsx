import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useReading } from '#tile-kit/readings/use-reading.ts';
import { useScale } from '#tile-kit/readings/use-scale.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields, PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, type PlainGroup, SCALE } from '#tiles/shared/editor/plain-field.ts';
import { ReadingFields } from '#tiles/shared/editor/ReadingFields.tsx';
import { BandTable } from './BandTable.tsx';
import { FULL_ANGLE, HALF_ANGLE } from './gauge-geometry.ts';
import { FONT_SIZE, GAUGE_BANDS, GAUGE_STYLES, type GaugeSettings, MAX_BAR_WIDTH } from './settings.ts';

const STYLE_LABELS = { simple: 'Simple', default: 'Default', dark: 'Dark' } as const;

const BAND_LABELS = { item: 'Of the data item', three: 'Three of its own', none: 'None' } as const;

const isHalf = ({ half }: GaugeSettings) => half;
const TICK_ANGLE = { kind: 'number', key: 'tickAngle', label: 'Tick angle (°)', min: 0, max: 360 } as const;
const FONT_SIZES = { min: FONT_SIZE.min, max: FONT_SIZE.max };

const SCALES: readonly PlainGroup<GaugeSettings>[] = [
  {
    title: 'Scale',
    fields: [
      ...SCALE,
      {
        kind: 'choice',
        key: 'style',
        label: 'Style',
        options: GAUGE_STYLES.map((value) => ({ value, label: STYLE_LABELS[value] })),
      },
      { kind: 'slider', key: 'barWidth', label: 'Bar width', min: 1, max: MAX_BAR_WIDTH, suffix: '%' },
      {
        kind: 'number',
        key: 'startAngle',
        label: 'Start angle (°)',
        placeholder: 'Symmetric',
        min: 0,
        max: 360,
        isDisabled: isHalf,
      },
      { ...TICK_ANGLE, placeholder: String(FULL_ANGLE), isShown: (settings) => !isHalf(settings) },
      { ...TICK_ANGLE, placeholder: String(HALF_ANGLE), isShown: isHalf, isDisabled: isHalf },
      { kind: 'switch', key: 'half', label: 'Half circle' },
    ],
  },
];

const BANDS: readonly PlainField<GaugeSettings>[] = [
  {
    kind: 'choice',
    key: 'bands',
    label: 'Bands',
    options: GAUGE_BANDS.map((value) => ({ value, label: BAND_LABELS[value] })),
  },
];

const FONTS: readonly PlainGroup<GaugeSettings>[] = [
  {
    title: 'Font sizes',
    fields: [
      { kind: 'slider', key: 'titleFontSize', label: 'Title', ...FONT_SIZES },
      { kind: 'slider', key: 'valueFontSize', label: 'Value', ...FONT_SIZES },
      { kind: 'slider', key: 'unitFontSize', label: 'Unit', ...FONT_SIZES },
      { kind: 'slider', key: 'labelFontSize', label: 'Scale labels', ...FONT_SIZES },
    ],
  },
];

export function GaugeEditor({ settings, onChange }: TileEditorProps<GaugeSettings>) {
  const change = (part: Partial<GaugeSettings>) => onChange({ ...settings, ...part });
  const scale = useScale(settings, useReading(settings), settings);
  return (
    <>
      <ReadingFields settings={settings} onChange={change} />

      <PlainGroups groups={SCALES} settings={settings} onChange={change} />

      <FieldGroup title="Bands">
        <PlainFields fields={BANDS} settings={settings} onChange={change} />
        {settings.bands === 'three' ? <BandTable settings={settings} scale={scale} onChange={change} /> : null}
      </FieldGroup>

      <PlainGroups groups={FONTS} settings={settings} onChange={change} />
    </>
  );
}

import type { Range } from '@telltale/domain';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import classes from '#tiles/shared/editor/editor.module.css';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { ColourButton } from '#ui/form/ColourButton.tsx';
import { bandEnds } from './gauge-geometry.ts';
import type { GaugeSettings } from './settings.ts';

interface BandTableProps {
  settings: GaugeSettings;
  scale: Range;
  onChange: (part: Partial<GaugeSettings>) => void;
}

const BANDS = [
  { name: 'First band', colour: 'band1Color', end: 'band1End', defaultColour: 'var(--tt-good)' },
  { name: 'Second band', colour: 'band2Color', end: 'band2End', defaultColour: 'var(--tt-uncertain)' },
  { name: 'Third band', colour: 'band3Color', end: null, defaultColour: 'var(--tt-bad)' },
] as const;

/** Colour and end of the three bands; the third ends with the scale. */
export function BandTable({ settings, scale, onChange }: BandTableProps) {
  const { series } = usePalette();
  const ends = bandEnds(settings.band1End, settings.band2End, scale);
  return (
    <div className={classes.rows}>
      <table>
        <thead>
          <tr>
            <th>Band</th>
            <th>Colour</th>
            <th>Ends at</th>
          </tr>
        </thead>
        <tbody>
          {BANDS.map(({ name, colour, end, defaultColour }, index) => (
            <tr key={name}>
              <td>{name}</td>
              <td>
                <ColourButton
                  label={`${name}, colour`}
                  value={settings[colour]}
                  defaultColour={defaultColour}
                  swatches={series}
                  onChange={(next) => onChange({ [colour]: next })}
                />
              </td>
              <td>
                {end === null ? (
                  scale.max
                ) : (
                  <NumberField
                    label={`${name}, ends at`}
                    isLabelHidden
                    placeholder={String(Number((ends[index] ?? 0).toFixed(3)))}
                    value={settings[end]}
                    onChange={(next) => onChange({ [end]: next })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

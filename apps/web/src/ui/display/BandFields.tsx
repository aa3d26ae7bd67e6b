import { NativeSelect } from '@mantine/core';
import { BAND_NAMES, type BandName, type ItemBands } from '@telltale/contract';
import { ColourButton } from '../form/ColourButton.tsx';
import { NumberEntry } from '../form/NumberEntry.tsx';
import classes from './display-fields.module.css';

/** A severity with the colour that alarms of it have. */
export interface SeverityChoice {
  readonly severity: number;
  readonly colour: string;
}

interface BandFieldsProps {
  value: ItemBands;
  onChange: (value: ItemBands) => void;
  severities: readonly SeverityChoice[];
}

const LABELS: Readonly<Record<BandName, string>> = {
  highHigh: 'High-high, from',
  high: 'High, from',
  low: 'Low, up to',
  lowLow: 'Low-low, up to',
};

/** Inner bands begin as a warning, outer ones as an alarm. */
const SEVERITIES: Readonly<Record<BandName, number>> = { highHigh: 10, high: 5, low: 5, lowLow: 10 };

/** The four limits of a data item with severity and colour, the highest on top as on a scale. */
export function BandFields({ value, onChange, severities }: BandFieldsProps) {
  const put = (name: BandName, part: Partial<NonNullable<ItemBands[BandName]>>) => {
    const band = value[name] ?? { limit: 0, color: '', severity: SEVERITIES[name] };
    onChange({ ...value, [name]: { ...band, ...part } });
  };
  return (
    <fieldset className={classes.bands} aria-label="Bands">
      {[...BAND_NAMES].reverse().map((name) => {
        const band = value[name];
        const severity = band?.severity ?? SEVERITIES[name];
        return (
          <div key={name} className={classes.band}>
            <NumberEntry
              label={LABELS[name]}
              placeholder="No limit"
              value={band?.limit ?? null}
              onChange={(limit) => (limit === null ? onChange({ ...value, [name]: null }) : put(name, { limit }))}
            />
            <NativeSelect
              size="xs"
              label="Severity"
              aria-label={`${LABELS[name].split(',')[0]}, severity`}
              disabled={band === null}
              data={[...new Set([...severities.map((known) => known.severity), severity])]
                .sort((a, b) => a - b)
                .map(String)}
              value={String(severity)}
              onChange={({ currentTarget }) => put(name, { severity: Number(currentTarget.value) })}
            />
            <ColourButton
              label={`${LABELS[name].split(',')[0]}, colour`}
              value={band?.color ?? ''}
              defaultColour={
                severities.findLast((known) => known.severity <= severity)?.colour ?? severities[0]?.colour ?? ''
              }
              swatches={severities.map(({ colour }) => colour)}
              onChange={(color) => band && put(name, { color })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

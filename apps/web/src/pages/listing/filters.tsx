import { Select, type SelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { zoneName } from '@telltale/domain/format/time.ts';
import { useEffect, useState } from 'react';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useOwnZone } from '../use-own-zone.ts';
import classes from './listing.module.css';

/** A search begins once nothing was typed for so long. */
const TYPING_MS = 300;
/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;

interface FilterProps {
  label: string;
  value: string | number | undefined;
  onChange: (value: string | undefined) => void;
}

/** Narrows by what is typed; undefined for nothing. */
export function TypedFilter({ label, value, onChange, placeholder = 'Any' }: FilterProps & { placeholder?: string }) {
  const applied = String(value ?? '');
  const [text, setText] = useState(applied);
  const tell = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), TYPING_MS);
  // The filter also changes by other ways: 'Clear filters', a name clicked in an entry, the back button.
  useEffect(() => setText((typed) => (typed.trim() === applied ? typed : applied)), [applied]);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  choices: readonly (string | { value: string; label: string })[];
  renderOption?: NonNullable<SelectProps['renderOption']>;
}

/** Narrows to one of several. */
export function ChoiceFilter({ label, choices, value, onChange, ...drawn }: ChoiceFilterProps) {
  return (
    <Select
      label={label}
      placeholder="Any"
      data={[...choices]}
      {...drawn}
      searchable
      clearable
      limit={MOST_LISTED}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** The assets that a filter offers. */
export function assetChoices(names: ReadonlyMap<number, string>): { value: string; label: string }[] {
  return [...names].map(([assetId, label]) => ({ value: String(assetId), label }));
}

/** Narrows to what lies behind or before a moment, on the user's clock; the value is an ISO time. */
export function MomentFilter({ label, value, onChange }: FilterProps) {
  const zone = useOwnZone();
  return (
    <MomentField
      className={classes.moment ?? ''}
      label={label}
      zone={zone}
      // A filter has no room for the zone beside the minutes.
      isZoneHidden
      keepsLast
      title={`Times are ${zoneName(Date.now(), zone)}.`}
      value={clockValue(value === undefined ? null : String(value), zone)}
      onChange={(next) => onChange(isoOfClock(next, zone) ?? undefined)}
    />
  );
}

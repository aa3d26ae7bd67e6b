import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { CommandFilter } from '#api/command-queries.ts';
import { stateChoices } from '#pages/commands/command-words.ts';
import type { AddressChanges } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { clockValue, isoOfClock } from '#ui/dynamic-form/clock-value.ts';
import { NO_FILTER } from './command-filter.ts';
import classes from './commands-page.module.css';

/** A search begins once nothing was typed for so long. */
const TYPING_MS = 300;
/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;

interface CommandFiltersProps {
  filter: CommandFilter;
  assetNames: ReadonlyMap<number, string>;
  onChange: (changes: AddressChanges) => void;
}

/** Narrows the record by asset, template, state, person and time. */
export function CommandFilters({ filter, assetNames, onChange }: CommandFiltersProps) {
  const zone = useOwnZone();
  return (
    <search className={classes.filters} aria-label="Filters">
      <Select
        label="Asset"
        placeholder="Any"
        data={[...assetNames].map(([assetId, label]) => ({ value: String(assetId), label }))}
        searchable
        clearable
        limit={MOST_LISTED}
        value={filter.assetId === undefined ? null : String(filter.assetId)}
        onChange={(asset) => onChange({ asset: asset ?? undefined })}
      />
      <TextFilter label="Template" value={filter.template ?? ''} onChange={(template) => onChange({ template })} />
      <Select
        label="State"
        placeholder="Any"
        data={stateChoices}
        clearable
        value={filter.state ?? null}
        onChange={(state) => onChange({ state: state ?? undefined })}
      />
      <TextFilter label="User" value={filter.user ?? ''} onChange={(user) => onChange({ user })} />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          type="datetime-local"
          value={clockValue(filter[name] ?? null, zone)}
          onChange={({ currentTarget }) => onChange({ [name]: isoOfClock(currentTarget.value, zone) ?? undefined })}
        />
      ))}
      {Object.keys(filter).length > 0 ? (
        <Button variant="default" className={classes.clear ?? ''} onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), TYPING_MS);
  // The filter also changes by other ways: 'Clear filters', the back button.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return (
    <TextInput
      label={label}
      placeholder="Any"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}

import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type JournalFilter, journalKindsQuery, known } from '#api/journal-queries.ts';
import classes from './audit.module.css';
import { isoOfLocal, localTime } from './audit-filter.ts';

/** A search begins once nothing was typed for so long. */
const TYPING_MS = 300;
/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;

interface AuditFiltersProps {
  filter: JournalFilter;
  assetNames: ReadonlyMap<number, string>;
  onChange: (part: JournalFilter) => void;
}

/** Narrows the journal by text, user, kind, asset and time. */
export function AuditFilters({ filter, assetNames, onChange }: AuditFiltersProps) {
  const kinds = useQuery(journalKindsQuery).data ?? [];
  return (
    <search className={classes.filters} aria-label="Filters">
      <TypedFilter label="Text" value={filter.text} onChange={(text) => onChange({ text })} />
      <TypedFilter label="User" value={filter.user} onChange={(user) => onChange({ user })} />
      <Select
        label="Kind"
        placeholder="Any"
        data={kinds}
        clearable
        value={filter.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
      />
      <Select
        label="Asset"
        placeholder="Any"
        data={[...assetNames].map(([assetId, label]) => ({ value: String(assetId), label }))}
        searchable
        clearable
        limit={MOST_LISTED}
        value={filter.assetId === undefined ? null : String(filter.assetId)}
        onChange={(assetId) => onChange({ assetId: assetId === null ? undefined : Number(assetId) })}
      />
      <TextInput
        label="From"
        type="datetime-local"
        value={localTime(filter.from)}
        onChange={({ currentTarget }) => onChange({ from: isoOfLocal(currentTarget.value) })}
      />
      <TextInput
        label="To"
        type="datetime-local"
        value={localTime(filter.to)}
        onChange={({ currentTarget }) => onChange({ to: isoOfLocal(currentTarget.value) })}
      />
      {Object.keys(known(filter)).length > 0 ? (
        <Button
          variant="default"
          className={classes.clear ?? ''}
          onClick={() =>
            onChange({
              text: undefined,
              user: undefined,
              kind: undefined,
              assetId: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

interface TypedFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function TypedFilter({ label, value, onChange }: TypedFilterProps) {
  const [text, setText] = useState(value ?? '');
  const tell = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), TYPING_MS);
  // The filter also changes by other ways: 'Clear filters', a name clicked in an entry, the back button.
  useEffect(() => setText((typed) => (typed.trim() === (value ?? '') ? typed : (value ?? ''))), [value]);
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

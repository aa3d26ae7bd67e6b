import { useQuery } from '@tanstack/react-query';
import { type JournalFilter, journalKindsQuery, known } from '#api/journal-queries.ts';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { assetChoices, ChoiceFilter, MomentFilter, TypedFilter } from '#pages/listing/filters.tsx';

interface AuditFiltersProps {
  filter: JournalFilter;
  assetNames: ReadonlyMap<number, string>;
  onChange: (part: JournalFilter) => void;
}

const NOTHING: JournalFilter = {
  text: undefined,
  user: undefined,
  kind: undefined,
  assetId: undefined,
  from: undefined,
  to: undefined,
};

/** Narrows the journal by text, user, kind, asset and time. */
export function AuditFilters({ filter, assetNames, onChange }: AuditFiltersProps) {
  const kinds = useQuery(journalKindsQuery).data ?? [];
  const isNarrowed = Object.keys(known(filter)).length > 0;
  return (
    <FilterBar onClear={isNarrowed ? () => onChange(NOTHING) : undefined}>
      <TypedFilter label="Text" value={filter.text} onChange={(text) => onChange({ text })} />
      <TypedFilter label="User" value={filter.user} onChange={(user) => onChange({ user })} />
      <ChoiceFilter label="Kind" choices={kinds} value={filter.kind} onChange={(kind) => onChange({ kind })} />
      <ChoiceFilter
        label="Asset"
        choices={assetChoices(assetNames)}
        value={filter.assetId}
        onChange={(asset) => onChange({ assetId: asset === undefined ? undefined : Number(asset) })}
      />
      <MomentFilter label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </FilterBar>
  );
}

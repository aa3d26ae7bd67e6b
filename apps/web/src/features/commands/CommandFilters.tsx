import type { CommandFilter } from '#api/command-queries.ts';
import { stateChoices } from '#pages/commands/command-words.ts';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { assetChoices, ChoiceFilter, MomentFilter, TypedFilter } from '#pages/listing/filters.tsx';
import type { AddressChanges } from '#pages/use-address-params.ts';
import { NO_FILTER } from './command-filter.ts';

interface CommandFiltersProps {
  filter: CommandFilter;
  assetNames: ReadonlyMap<number, string>;
  onChange: (changes: AddressChanges) => void;
}

/** Narrows the record by asset, template, state, person and time. */
export function CommandFilters({ filter, assetNames, onChange }: CommandFiltersProps) {
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <FilterBar onClear={isNarrowed ? () => onChange(NO_FILTER) : undefined}>
      <ChoiceFilter
        label="Asset"
        choices={assetChoices(assetNames)}
        value={filter.assetId}
        onChange={(asset) => onChange({ asset })}
      />
      <TypedFilter label="Template" value={filter.template} onChange={(template) => onChange({ template })} />
      <ChoiceFilter
        label="State"
        choices={stateChoices}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
      <TypedFilter label="User" value={filter.user} onChange={(user) => onChange({ user })} />
      <MomentFilter label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label="To" value={filter.to} onChange={(to) => onChange({ to })} />
    </FilterBar>
  );
}

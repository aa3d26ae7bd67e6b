import { useQuery } from '@tanstack/react-query';
import type { parts } from '@telltale/contract';
import { partStates } from '@telltale/contract/api/maintenance/parts.ts';
import { PART_CATEGORIES } from '@telltale/domain/field/parts/part-name.ts';
import { useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import type { ForecastFilter } from '#api/events/part-queries.ts';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { ChoiceFilter, TypedFilter } from '#pages/listing/filters.tsx';
import { STATE_WORDS } from '#pages/parts/part-words.ts';

interface ForecastFiltersProps {
  filter: ForecastFilter;
  onChange: (part: ForecastFilter) => void;
  onClear: (() => void) | undefined;
}

const CATEGORIES = [...PART_CATEGORIES];
const STATES = partStates.map((state) => ({ value: state, label: STATE_WORDS[state] }));

export function ForecastFilters({ filter, onChange, onClear }: ForecastFiltersProps) {
  const assets = useQuery(assetListQuery).data;
  const choices = useMemo(() => {
    const names = (assets ?? []).map((asset) => ({
      value: String(asset.assetId),
      label: asset.assetAlias || asset.serialNumber,
    }));
    const definitions = new Map(
      (assets ?? []).map(({ assetDefinitionId, assetDefinition }) => [
        String(assetDefinitionId),
        assetDefinition.alias || assetDefinition.assetDefinitionName,
      ]),
    );
    return { names, definitions: [...definitions].map(([value, label]) => ({ value, label })) };
  }, [assets]);
  return (
    <FilterBar onClear={onClear}>
      <TypedFilter
        label="Search"
        placeholder="Asset or part"
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <ChoiceFilter
        label="State"
        choices={STATES}
        value={filter.state}
        onChange={(state) => onChange({ state: state as parts.PartState | undefined })}
      />
      <ChoiceFilter
        label="Asset"
        choices={choices.names}
        value={filter.assetId}
        onChange={(assetId) => onChange({ assetId })}
      />
      <ChoiceFilter
        label="Definition"
        choices={choices.definitions}
        value={filter.assetDefinitionId}
        onChange={(assetDefinitionId) => onChange({ assetDefinitionId })}
      />
      <ChoiceFilter
        label="Category"
        choices={CATEGORIES}
        value={filter.category}
        onChange={(category) => onChange({ category })}
      />
    </FilterBar>
  );
}

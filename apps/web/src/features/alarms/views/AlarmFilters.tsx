import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { FilterBar } from '#pages/listing/FilterBar.tsx';
import { ChoiceFilter, MomentFilter, TypedFilter } from '#pages/listing/filters.tsx';
import { useMay } from '#session/session-store.ts';
import type { ListFilter } from '../alarm-address.ts';

const STATES = [
  { value: '1,3', label: 'Not acknowledged' },
  { value: '2', label: 'Acknowledged' },
  { value: '3', label: 'Escalated' },
];
const CONDITIONS = [
  { value: 'true', label: 'True now' },
  { value: 'false', label: 'Over' },
];

interface AlarmFiltersProps {
  filter: ListFilter;
  isPast: boolean;
  onChange: (part: ListFilter) => void;
}

/** Narrows the list by everything but the text, which stands above it. */
export function AlarmFilters({ filter, isPast, onChange }: AlarmFiltersProps) {
  const mayGroups = useMay(permissionId('AssetGroups', 'View'));
  const groups = useQuery({ ...assetGroupsQuery, enabled: mayGroups }).data;
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const assetList = useQuery({ ...assetListQuery, enabled: mayAssets }).data;
  const { assets, definitions } = useMemo(() => namesOf(assetList ?? []), [assetList]);
  const { assetDefinitionId } = filter;
  const alarms = useQuery({
    ...alarmDefinitionsQuery(assetDefinitionId ?? 0),
    enabled: assetDefinitionId !== undefined,
  });
  const ids = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return (
    <FilterBar onClear={() => onChange(NOTHING)}>
      <NumberInput
        label="Severity from"
        placeholder="Any"
        hideControls
        value={filter.severityMin ?? ''}
        onChange={(value) => onChange({ severityMin: typeof value === 'number' ? value : undefined })}
      />
      <NumberInput
        label="Severity to"
        placeholder="Any"
        hideControls
        value={filter.severityMax ?? ''}
        onChange={(value) => onChange({ severityMax: typeof value === 'number' ? value : undefined })}
      />
      <ChoiceFilter
        label="Asset"
        choices={assets}
        value={filter.assetId}
        onChange={(value) => onChange({ assetId: ids(value) })}
      />
      <ChoiceFilter
        label="Definition"
        choices={definitions}
        value={assetDefinitionId}
        onChange={(value) => onChange({ assetDefinitionId: ids(value), alarmDefinitionId: undefined })}
      />
      {assetDefinitionId === undefined ? null : (
        <ChoiceFilter
          label="Alarm"
          choices={(alarms.data ?? []).map((one) => ({ value: String(one.alarmDefinitionId), label: one.name }))}
          value={filter.alarmDefinitionId}
          onChange={(value) => onChange({ alarmDefinitionId: ids(value) })}
        />
      )}
      {mayGroups ? (
        <ChoiceFilter
          label="Asset group"
          choices={(groups ?? []).map((group) => ({ value: String(group.assetGroupId), label: group.assetGroupName }))}
          value={filter.assetGroupId}
          onChange={(value) => onChange({ assetGroupId: ids(value) })}
        />
      ) : null}
      {isPast ? null : (
        <>
          <ChoiceFilter
            label="State"
            choices={STATES}
            value={filter.status}
            onChange={(value) => onChange({ status: value })}
          />
          <ChoiceFilter
            label="Condition"
            choices={CONDITIONS}
            value={filter.active}
            onChange={(value) => onChange({ active: value as ListFilter['active'] })}
          />
        </>
      )}
      <TypedFilter
        label="Acknowledged by"
        placeholder="Anybody"
        value={filter.acknowledgedBy}
        onChange={(acknowledgedBy) => onChange({ acknowledgedBy })}
      />
      <MomentFilter label="Raised from" value={filter.from} onChange={(from) => onChange({ from })} />
      <MomentFilter label="Raised to" value={filter.to} onChange={(to) => onChange({ to })} />
    </FilterBar>
  );
}

const NOTHING: ListFilter = {
  text: undefined,
  from: undefined,
  to: undefined,
  severityMin: undefined,
  severityMax: undefined,
  assetId: undefined,
  assetDefinitionId: undefined,
  assetGroupId: undefined,
  alarmDefinitionId: undefined,
  status: undefined,
  active: undefined,
  acknowledgedBy: undefined,
};

interface Listed {
  assetId: number;
  assetAlias: string;
  serialNumber: string;
  assetDefinition: { assetDefinitionId: number; assetDefinitionName: string; alias: string };
}

function namesOf(list: readonly Listed[]) {
  const definitions = new Map<string, string>();
  for (const { assetDefinition: one } of list) {
    definitions.set(String(one.assetDefinitionId), one.alias || one.assetDefinitionName);
  }
  return {
    assets: list.map(({ assetId, assetAlias, serialNumber }) => ({
      value: String(assetId),
      label: assetAlias || serialNumber,
    })),
    definitions: [...definitions].map(([value, label]) => ({ value, label })),
  };
}

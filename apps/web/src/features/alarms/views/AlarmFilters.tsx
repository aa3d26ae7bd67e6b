import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useEffect, useMemo, useState } from 'react';
import { alarmDefinitionsQuery } from '#api/alarm-queries.ts';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#session/session-store.ts';
import type { ListFilter } from '../alarm-address.ts';
import classes from './views.module.css';

/** A search begins once nothing was typed for so long. */
const TYPING_MS = 300;
/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;
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
  const ids = (value: string | null) => (value === null ? undefined : Number(value));
  return (
    <search className={classes.filters} aria-label="Filters">
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
      <Choice
        label="Asset"
        data={assets}
        value={filter.assetId}
        onChange={(value) => onChange({ assetId: ids(value) })}
      />
      <Choice
        label="Definition"
        data={definitions}
        value={assetDefinitionId}
        onChange={(value) => onChange({ assetDefinitionId: ids(value), alarmDefinitionId: undefined })}
      />
      {assetDefinitionId === undefined ? null : (
        <Choice
          label="Alarm"
          data={(alarms.data ?? []).map((one) => ({ value: String(one.alarmDefinitionId), label: one.name }))}
          value={filter.alarmDefinitionId}
          onChange={(value) => onChange({ alarmDefinitionId: ids(value) })}
        />
      )}
      {mayGroups ? (
        <Choice
          label="Asset group"
          data={(groups ?? []).map((group) => ({ value: String(group.assetGroupId), label: group.assetGroupName }))}
          value={filter.assetGroupId}
          onChange={(value) => onChange({ assetGroupId: ids(value) })}
        />
      ) : null}
      {isPast ? null : (
        <>
          <Choice
            label="State"
            data={STATES}
            value={filter.status}
            onChange={(value) => onChange({ status: value ?? undefined })}
          />
          <Choice
            label="Condition"
            data={CONDITIONS}
            value={filter.active}
            onChange={(value) => onChange({ active: (value ?? undefined) as ListFilter['active'] })}
          />
        </>
      )}
      <TypedFilter
        label="Acknowledged by"
        value={filter.acknowledgedBy}
        onChange={(acknowledgedBy) => onChange({ acknowledgedBy })}
      />
      <TextInput
        label="Raised from"
        type="datetime-local"
        value={localTime(filter.from)}
        onChange={({ currentTarget }) => onChange({ from: isoOf(currentTarget.value) })}
      />
      <TextInput
        label="Raised to"
        type="datetime-local"
        value={localTime(filter.to)}
        onChange={({ currentTarget }) => onChange({ to: isoOf(currentTarget.value) })}
      />
      <Button variant="default" onClick={() => onChange(NOTHING)}>
        Clear filters
      </Button>
    </search>
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

interface ChoiceProps {
  label: string;
  data: readonly { value: string; label: string }[];
  value: string | number | undefined;
  onChange: (value: string | null) => void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="Any"
      data={[...data]}
      searchable
      clearable
      limit={MOST_LISTED}
      value={value === undefined ? null : String(value)}
      onChange={onChange}
    />
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
  useEffect(() => setText((typed) => (typed.trim() === (value ?? '') ? typed : (value ?? ''))), [value]);
  return (
    <TextInput
      label={label}
      placeholder="Anybody"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}

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

/** What a `datetime-local` field shows for a moment: minutes of the browser's zone. */
function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(text: string): string | undefined {
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}

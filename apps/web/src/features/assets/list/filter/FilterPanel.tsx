import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { z } from 'zod';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { configQuery } from '#api/config-queries.ts';
import { groupOptions } from '#pages/asset-group-tree.ts';
import { useMay } from '#session/session-store.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import { type AssetRow, attributeOf } from '../asset-list.ts';
import type { ListAddress } from '../use-list-address.ts';
import classes from './filter-panel.module.css';

/** `/config/filters.json` (spec 1 §7): attributes that the operator wants to filter by. */
const attributeFiltersSchema = z.array(z.object({ attributeName: z.string().min(1), label: z.string().min(1) }));

const LEVELS = [
  { value: 'connected', label: 'Connected' },
  { value: 'offline', label: 'Offline' },
  { value: 'never', label: 'Never connected' },
] as const;

const MAY_SEE_GROUPS = permissionId('AssetGroups', 'View');
/** A list of values longer than this is narrowed by typing. */
const OPTIONS = 200;
/** Texts and pictures are no choice; characters. */
const LONGEST_OFFERED = 200;

interface FilterPanelProps {
  rows: readonly AssetRow[];
  address: ListAddress;
}

/** The filters that have no button of their own: connection, alarms, asset group, attributes (spec 1 §2). */
export function FilterPanel({ rows, address }: FilterPanelProps) {
  const { filter } = address;
  const mayName = useMay(MAY_SEE_GROUPS);
  const severities = useMemo(
    () =>
      [...new Set(rows.filter(({ alarms }) => alarms.count > 0).map(({ alarms }) => alarms.worst))].sort(
        (a, b) => a - b,
      ),
    [rows],
  );
  const shownSeverities = [...new Set([...severities, ...(filter.alarmsFrom ? [filter.alarmsFrom] : [])])];
  return (
    <section className={classes.panel} aria-label="Filters">
      <Select
        label="Connection"
        placeholder="Any"
        clearable
        data={LEVELS}
        value={filter.level ?? null}
        onChange={(value) => address.setLevel(LEVELS.find((level) => level.value === value)?.value)}
      />
      <Select
        label="Open alarms"
        placeholder="With and without"
        clearable
        data={[
          { value: '0', label: 'Any open alarm' },
          ...shownSeverities
            .filter((severity) => severity > 0)
            .map((severity) => ({ value: String(severity), label: `Severity ${severity} or worse` })),
        ]}
        value={filter.alarmsFrom === undefined ? null : String(filter.alarmsFrom)}
        onChange={(value) => address.setAlarmsFrom(value === null ? undefined : Number(value))}
      />
      {mayName ? <GroupFilter address={address} /> : null}
      <AttributeFilters rows={rows} address={address} />
      {filter.corners.length > 0 ? (
        <Button variant="default" onClick={() => address.setCorners([])}>
          Clear the drawn area
        </Button>
      ) : null}
      {filter.bounds !== undefined ? (
        <Button variant="default" onClick={() => address.setBounds(undefined)}>
          Not only what the map shows
        </Button>
      ) : null}
      <Button variant="subtle" onClick={address.clear}>
        Clear all
      </Button>
    </section>
  );
}

function GroupFilter({ address }: Pick<FilterPanelProps, 'address'>) {
  const { data, error } = useQuery(assetGroupsQuery);
  const options = useMemo(() => groupOptions(data ?? []), [data]);
  const { assetGroupId } = address.filter;
  return (
    <Select
      label="Asset group"
      placeholder="Any"
      clearable
      searchable
      limit={OPTIONS}
      data={options}
      renderOption={renderTreeOption}
      error={error ? 'The asset groups could not be loaded.' : undefined}
      value={assetGroupId === undefined ? null : String(assetGroupId)}
      onChange={(value) => address.setGroup(value === null ? undefined : Number(value))}
    />
  );
}

function AttributeFilters({ rows, address }: FilterPanelProps) {
  const { data, error } = useQuery(configQuery('filters', attributeFiltersSchema));
  const asked = data ?? [];
  // What a colleague's address asks for stands here, whether or not filters.json has it.
  const others = [...address.filter.attributes.keys()].filter(
    (name) => !asked.some(({ attributeName }) => attributeName.toLowerCase() === name),
  );
  return (
    <>
      {[...asked, ...others.map((name) => ({ attributeName: name, label: name }))].map(({ attributeName, label }) => (
        <AttributeSelect key={attributeName} name={attributeName} label={label} rows={rows} address={address} />
      ))}
      {error?.message.startsWith('/config/') ? (
        <p className={classes.problem} role="alert">
          {error.message}
        </p>
      ) : null}
    </>
  );
}

function AttributeSelect({ name, label, rows, address }: FilterPanelProps & { name: string; label: string }) {
  const value = address.filter.attributes.get(name.toLowerCase());
  const values = useMemo(
    () =>
      // What is asked for is offered however long it is: what cannot be seen cannot be taken back.
      [...new Set([...rows.map((row) => attributeOf(row, name)), value ?? ''])]
        .filter((text) => text !== '' && (text.length <= LONGEST_OFFERED || text === value))
        .sort((a, b) => a.localeCompare(b, undefined, { numeric: true })),
    [rows, name, value],
  );
  return (
    <Select
      label={label}
      placeholder="Any"
      clearable
      searchable
      limit={OPTIONS}
      data={values}
      value={value ?? null}
      onChange={(chosen) => address.setAttribute(name, chosen ?? undefined)}
    />
  );
}

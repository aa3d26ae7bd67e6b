import { Button, Chip, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { useMay } from '#session/session-store.ts';
import { groupOptions } from '../asset-group-tree.ts';
import classes from './calendar.module.css';
import type { CalendarAddress } from './calendar-address.ts';
import { type CalendarSubject, useCalendarAssets } from './calendar-subject.ts';
import { statuses } from './calendar-words.ts';

/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;

interface CalendarFiltersProps {
  address: CalendarAddress;
  subject: CalendarSubject | undefined;
  types: readonly string[];
  onChange: (change: Partial<CalendarAddress>) => void;
}

/** The statuses that are shown: what each looks like, and a press to leave it out or have it alone. */
export function StatusFilter({ address, onChange }: Pick<CalendarFiltersProps, 'address' | 'onChange'>) {
  const chosen = address.statuses?.split(',').map(Number);
  return (
    <fieldset className={classes.statuses} aria-label="Status">
      {statuses.map(({ status, word, icon: Icon }) => (
        <Chip
          key={status}
          size="xs"
          icon={<Icon size={13} aria-hidden />}
          className={classes.status ?? ''}
          data-status={status}
          checked={chosen?.includes(status) ?? false}
          onChange={(isChosen) => {
            const next = statuses.filter((one) => (one.status === status ? isChosen : chosen?.includes(one.status)));
            onChange({ statuses: next.map((one) => one.status).join(',') || undefined });
          }}
        >
          <span className={classes.swatch} data-status={status} aria-hidden />
          {word}
        </Chip>
      ))}
    </fieldset>
  );
}

/** Narrows the calendar by asset, asset group and type. */
export function CalendarFilters({ address, subject, types, onChange }: CalendarFiltersProps) {
  const mayGroups = useMay(permissionId('AssetGroups', 'View')) && subject === undefined;
  const groups = useQuery({ ...assetGroupsQuery, enabled: mayGroups }).data;
  const assets = useCalendarAssets(subject);
  const id = (value: string | null) => (value === null ? undefined : Number(value));
  return (
    <search className={classes.filters} aria-label="Filters">
      {subject === undefined ? (
        <Select
          label="Asset"
          placeholder="Any"
          searchable
          clearable
          limit={MOST_LISTED}
          data={assets.map((one) => ({ value: String(one.assetId), label: one.name }))}
          value={address.assetId === undefined ? null : String(address.assetId)}
          onChange={(value) => onChange({ assetId: id(value) })}
        />
      ) : null}
      {mayGroups ? (
        <Select
          label="Asset group"
          placeholder="Any"
          searchable
          clearable
          limit={MOST_LISTED}
          data={groupOptions(groups ?? [])}
          value={address.assetGroupId === undefined ? null : String(address.assetGroupId)}
          onChange={(value) => onChange({ assetGroupId: id(value) })}
        />
      ) : null}
      <Select
        label="Type"
        placeholder="Any"
        searchable
        clearable
        limit={MOST_LISTED}
        data={[...new Set([...types, ...(address.type === undefined ? [] : [address.type])])]}
        value={address.type ?? null}
        onChange={(value) => onChange({ type: value ?? undefined })}
      />
      <Button
        variant="default"
        onClick={() => onChange({ assetId: undefined, assetGroupId: undefined, type: undefined, statuses: undefined })}
      >
        Clear filters
      </Button>
    </search>
  );
}

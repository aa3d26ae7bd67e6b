import { Chip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { useMay } from '#session/session-store.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import { groupOptions } from '../asset-group-tree.ts';
import { FilterBar } from '../listing/FilterBar.tsx';
import { ChoiceFilter } from '../listing/filters.tsx';
import classes from './calendar.module.css';
import type { CalendarAddress } from './calendar-address.ts';
import { type CalendarSubject, useCalendarAssets } from './calendar-subject.ts';
import { statuses } from './calendar-words.ts';

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
  const id = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  const nothing = { assetId: undefined, assetGroupId: undefined, type: undefined, statuses: undefined };
  const { assetId, assetGroupId, type, statuses: chosen } = address;
  const isNarrowed = [subject ? undefined : assetId, assetGroupId, type, chosen].some((one) => one !== undefined);
  return (
    <div className={classes.filters}>
      <FilterBar onClear={isNarrowed ? () => onChange(nothing) : undefined}>
        {subject === undefined ? (
          <ChoiceFilter
            label="Asset"
            choices={assets.map((one) => ({ value: String(one.assetId), label: one.name }))}
            value={assetId}
            onChange={(value) => onChange({ assetId: id(value) })}
          />
        ) : null}
        {mayGroups ? (
          <ChoiceFilter
            label="Asset group"
            choices={groupOptions(groups ?? [])}
            renderOption={renderTreeOption}
            value={assetGroupId}
            onChange={(value) => onChange({ assetGroupId: id(value) })}
          />
        ) : null}
        <ChoiceFilter
          label="Type"
          choices={[...new Set([...types, ...(type === undefined ? [] : [type])])]}
          value={type}
          onChange={(value) => onChange({ type: value })}
        />
      </FilterBar>
    </div>
  );
}

import { IconFilter, IconMap2 } from '@tabler/icons-react';
import { useRef } from 'react';
import { useActions } from '#actions/use-actions.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import frame from '#ui/page/page.module.css';
import classes from '../../assets.module.css';
import { NewAssetButton } from '../../NewAssetButton.tsx';
import type { AssetFilter, AssetRow, DefinitionCount } from '../asset-list.ts';
import { keepListPreferences } from '../list-preferences.ts';
import { ListMenu } from '../menu/ListMenu.tsx';
import type { ListAddress } from '../use-list-address.ts';
import { DefinitionButtons } from './DefinitionButtons.tsx';
import { FilterButton } from './FilterButton.tsx';

interface AssetFiltersProps {
  address: ListAddress;
  definitions: readonly DefinitionCount[];
  /** Assets in all, left by the filter, and offline in all. */
  total: number;
  shown: readonly AssetRow[];
  offline: number;
  hasMap: boolean;
}

/** Counts, search and filter buttons beside the heading of the list. */
export function AssetFilters({ address, definitions, total, shown, offline, hasMap }: AssetFiltersProps) {
  const { search, definitionIds, level } = address.filter;
  const more = countMore(address.filter);
  const field = useRef<HTMLInputElement>(null);
  useActions([
    {
      id: 'assets.search',
      label: 'Search the list',
      group: 'Assets',
      shortcut: '/',
      run: () => field.current?.focus(),
    },
  ]);

  return (
    <>
      <p className={frame.count} role="status">
        {shown.length === total
          ? total.toLocaleString('en')
          : `${shown.length.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </p>
      <SearchField
        ref={field}
        className={frame.search ?? ''}
        label="Search by alias, serial number or definition"
        placeholder="Alias, serial number or definition"
        clearLabel="Clear search"
        value={search}
        onChange={address.setSearch}
      />
      <div className={classes.filters}>
        <DefinitionButtons definitions={definitions} chosen={definitionIds} onChange={address.setDefinitionIds} />
        {offline > 0 || level !== undefined ? (
          <FilterButton
            isOn={level === 'offline'}
            count={offline}
            onToggle={() => address.setLevel(level === 'offline' ? undefined : 'offline')}
          >
            Offline
          </FilterButton>
        ) : null}
        <button
          type="button"
          className={`${classes.filter} ${classes.leading}`}
          aria-expanded={address.areFiltersOpen}
          data-on={more > 0}
          onClick={() => address.setFiltersOpen(!address.areFiltersOpen)}
        >
          <IconFilter size={14} aria-hidden />
          {more > 0 ? `Filters (${more})` : 'Filters'}
        </button>
        <button
          type="button"
          className={`${classes.filter} ${classes.leading}`}
          aria-pressed={hasMap}
          onClick={() => keepListPreferences({ showMap: !hasMap })}
        >
          <IconMap2 size={14} aria-hidden />
          Map
        </button>
        <ListMenu rows={shown} />
      </div>
      <NewAssetButton />
    </>
  );
}

/** How many filters are set that have no button of their own. */
function countMore({ level, alarmsFrom, assetGroupId, attributes, corners, bounds }: AssetFilter): number {
  const set = [
    level !== undefined && level !== 'offline',
    alarmsFrom !== undefined,
    assetGroupId !== undefined,
    corners.length > 0,
    bounds !== undefined,
  ];
  return set.filter(Boolean).length + attributes.size;
}

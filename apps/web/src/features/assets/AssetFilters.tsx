import { useRef } from 'react';
import { useActions } from '#actions/use-actions.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import frame from '#ui/page/page.module.css';
import type { DefinitionCount } from './asset-list.ts';
import classes from './assets.module.css';
import { DefinitionButtons } from './DefinitionButtons.tsx';
import { FilterButton } from './FilterButton.tsx';
import { NewAssetButton } from './NewAssetButton.tsx';
import type { useListAddress } from './use-list-address.ts';

interface AssetFiltersProps {
  address: ReturnType<typeof useListAddress>;
  definitions: readonly DefinitionCount[];
  /** Assets in all, left by the filter, and offline in all. */
  total: number;
  shown: number;
  offline: number;
}

/** Counts, search and filter buttons beside the heading of the list. */
export function AssetFilters({ address, definitions, total, shown, offline }: AssetFiltersProps) {
  const { search, definitionIds, level } = address.filter;
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
        {shown === total
          ? total.toLocaleString('en')
          : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`}
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
      </div>
      <NewAssetButton />
    </>
  );
}

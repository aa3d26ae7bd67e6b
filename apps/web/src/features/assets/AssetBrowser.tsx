import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { assetAddress } from '#pages/asset-address.ts';
import { useAttributeColumns, usePins } from '#pages/own-lists.ts';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { usePlaceSetting } from '#pages/placing/use-place-setting.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ListArea } from '#ui/page/ListArea.tsx';
import { Page } from '#ui/page/Page.tsx';
import classes from './assets.module.css';
import { FirstHourReminder } from './FirstHourReminder.tsx';
import { type AssetRow, countDefinitions, countLevel, type KnownAlarms } from './list/asset-list.ts';
import { AssetFilters } from './list/filter/AssetFilters.tsx';
import { useListPreferences } from './list/list-preferences.ts';
import { Pager } from './list/Pager.tsx';
import { AssetCards } from './list/row/AssetCards.tsx';
import { AssetTable } from './list/row/AssetTable.tsx';
import { assetColumns } from './list/row/asset-columns.tsx';
import { useListAddress } from './list/use-list-address.ts';
import { useShownRows } from './list/use-shown-rows.ts';
import { SelectionContext } from './many/selection.ts';
import { LiveStatesContext, useLiveStates } from './use-live-states.ts';

const AlarmCounts = lazyPart(async () => (await import('./list/row/AlarmCounts.tsx')).AlarmCounts);
const FilterPanel = lazyPart(async () => (await import('./list/filter/FilterPanel.tsx')).FilterPanel);
const GroupMembers = lazyPart(async () => (await import('./list/filter/GroupMembers.tsx')).GroupMembers);
const ManyBar = lazyPart(async () => (await import('./many/ManyBar.tsx')).ManyBar);
const MapPane = lazyPart(async () => (await import('./place/MapPane.tsx')).MapPane);
const PlaceBar = lazyPart(async () => (await import('./place/PlaceBar.tsx')).PlaceBar);

const NONE: readonly AssetRow[] = [];

/** The list with its filters, page by page: a table, or cards on a phone. */
export function AssetBrowser({ rows }: { rows: readonly AssetRow[] }) {
  const [, navigate] = useLocation();
  const size = useLayoutSize();
  const address = useListAddress();
  const { rows: rowsPerPage, compactAssetRow, showMap } = useListPreferences();
  const [pins, attributes] = [usePins(), useAttributeColumns()];
  const places = usePlaceSetting();
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const selection = useMemo(() => ({ ids, set: setIds }), [ids]);
  const isSelecting = ids !== undefined;
  const isPlacing = places.pending !== undefined;
  const isWide = size === 'lg';
  const columns = useMemo(
    () => assetColumns({ isWide, hasMap: showMap, isSelecting, isPlacing, attributes, pins }),
    [isWide, showMap, isSelecting, isPlacing, attributes, pins],
  );
  const [alarms, setAlarms] = useState<KnownAlarms>();
  const { shown, onMap, onMembers } = useShownRows(rows, columns, pins, address, alarms);
  const definitions = useMemo(() => countDefinitions(rows), [rows]);
  const offline = useMemo(() => countLevel(rows, 'offline'), [rows]);
  const liveStates = useLiveStates();

  const found = shown?.length ?? 0;
  const pages = Math.max(1, Math.ceil(found / rowsPerPage));
  const page = Math.min(address.page, pages);
  const ofPage = useMemo(
    () => shown?.slice((page - 1) * rowsPerPage, page * rowsPerPage) ?? [],
    [shown, page, rowsPerPage],
  );
  const { assetGroupId } = address.filter;
  // Beside a map a row is pointed at; its name opens it.
  const open = (row: AssetRow) => (showMap ? address.setChosen(row.assetId) : navigate(assetAddress(row.asset)));
  const chooseOnMap = (assetId: number | undefined) => {
    const index = shown?.findIndex((row) => row.assetId === assetId) ?? -1;
    address.setChosen(assetId, index < 0 ? undefined : Math.floor(index / rowsPerPage) + 1);
  };
  return (
    <LiveStatesContext value={liveStates}>
      <SelectionContext value={selection}>
        <PlaceContext value={places}>
          <AlarmCounts onKnown={setAlarms} />
          <Page
            title="Assets"
            // What stands above a map would leave too little for it and the list.
            growsOnPhone={showMap || isPlacing}
            head={
              <AssetFilters
                address={address}
                definitions={definitions}
                total={rows.length}
                shown={shown ?? NONE}
                offline={offline}
                hasMap={showMap}
              />
            }
          >
            <FirstHourReminder />
            {address.areFiltersOpen ? <FilterPanel rows={rows} address={address} /> : null}
            {isSelecting ? <ManyBar rows={rows} shown={shown ?? NONE} /> : null}
            {places.pending ? <PlaceBar key={places.pending.assetId} /> : null}
            <div className={classes.split}>
              <ListArea>
                {assetGroupId === undefined ? null : <GroupMembers assetGroupId={assetGroupId} onKnown={onMembers} />}
                {shown?.length === 0 ? (
                  <EmptyState title="No asset matches.">
                    <Button variant="default" onClick={address.clear}>
                      Clear search and filters
                    </Button>
                  </EmptyState>
                ) : null}
                {found > 0 && size === 'xxs' ? (
                  <AssetCards
                    rows={ofPage}
                    isCompact={compactAssetRow}
                    chosen={address.chosen}
                    pins={pins}
                    attributes={attributes}
                  />
                ) : null}
                {found > 0 && size !== 'xxs' ? (
                  <AssetTable
                    rows={ofPage}
                    columns={columns}
                    isCompact={compactAssetRow}
                    sort={address.sort}
                    chosen={address.chosen}
                    onSort={address.setSort}
                    onOpen={open}
                  />
                ) : null}
              </ListArea>
              {showMap ? <MapPane rows={onMap} address={address} onChoose={chooseOnMap} /> : null}
            </div>
            {found > 0 ? (
              <Pager page={page} pages={pages} rowsPerPage={rowsPerPage} rows={found} onPage={address.setPage} />
            ) : null}
          </Page>
        </PlaceContext>
      </SelectionContext>
    </LiveStatesContext>
  );
}

import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useLocation } from 'wouter';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useLayoutSize } from '#ui/layout-size.ts';
import { ListArea } from '#ui/page/ListArea.tsx';
import { Page } from '#ui/page/Page.tsx';
import { AssetCards } from './AssetCards.tsx';
import { AssetFilters } from './AssetFilters.tsx';
import { AssetTable } from './AssetTable.tsx';
import { type AssetRow, countDefinitions, countLevel, filterRows } from './asset-list.ts';
import { useListAddress } from './use-list-address.ts';
import { LiveStatesContext, useLiveStates } from './use-live-states.ts';

/** The list with its filters: a table, or cards on a phone. */
export function AssetBrowser({ rows }: { rows: readonly AssetRow[] }) {
  const [, navigate] = useLocation();
  const isNarrow = useLayoutSize() === 'xxs';
  const address = useListAddress();
  const { search, definitionIds, level } = address.filter;
  const definitionKey = definitionIds.join();
  // Typing stays fluent with 10,000 assets: the list follows when there is time.
  const deferredSearch = useDeferredValue(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: definitionKey stands for definitionIds
  const shown = useMemo(
    () => filterRows(rows, { search: deferredSearch, definitionIds, level }),
    [rows, deferredSearch, definitionKey, level],
  );
  const definitions = useMemo(() => countDefinitions(rows), [rows]);
  const offline = useMemo(() => countLevel(rows, 'offline'), [rows]);
  const open = useCallback((row: AssetRow) => navigate(row.address), [navigate]);

  const liveStates = useLiveStates();

  return (
    <LiveStatesContext value={liveStates}>
      <Page
        title="Assets"
        head={
          <AssetFilters
            address={address}
            definitions={definitions}
            total={rows.length}
            shown={shown.length}
            offline={offline}
          />
        }
      >
        <ListArea>
          {shown.length === 0 ? (
            <EmptyState title="No asset matches.">
              <Button variant="default" onClick={address.clear}>
                Clear search and filters
              </Button>
            </EmptyState>
          ) : null}
          {shown.length > 0 && isNarrow ? <AssetCards rows={shown} /> : null}
          {shown.length > 0 && !isNarrow ? (
            <AssetTable rows={shown} sort={address.sort} onSort={address.setSort} onOpen={open} />
          ) : null}
        </ListArea>
      </Page>
    </LiveStatesContext>
  );
}

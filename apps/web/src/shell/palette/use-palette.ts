import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type find, PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useActionList } from '#actions/action-store.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { findQuery } from '#api/find-queries.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { includesPermission, useMay, useSessionStore } from '#session/session-store.ts';
import { assetEntry, foundEntries } from './found-entries.ts';
import { actionEntries, entriesOfActions, type PaletteEntry, stillFound, wordsOf } from './palette-entries.ts';
import type { Ways } from './place.ts';
import { settingEntries } from './setting-entries.ts';
import { useAssetIndex } from './use-asset-index.ts';

/** How many assets are listed; who looks for more types another letter. */
const MOST_ASSETS = 8;
/** The portal is asked when nobody has typed for so long. */
const QUIET_MS = 120;
const NO_ASSETS: never[] = [];

/** What the palette shows: what is known here at once, what the portal finds as soon as it answers. */
export function usePalette() {
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<find.FoundKind>();
  const [opened, setOpened] = useState<PaletteEntry>();
  const isValid = useSessionStore((session) => session.state === 'valid');
  const mayAssets = useMay(PERMISSION_ASSETS_VIEW);
  const { data: assets = NO_ASSETS } = useQuery({ ...assetListQuery, enabled: isValid && mayAssets });
  const index = useAssetIndex(assets);
  const indexed = index.size;
  const actions = useActionList();
  const ways = useWays(assets);

  const [quiet] = useDebouncedValue(query.trim(), QUIET_MS);
  const isAsked = isValid && quiet !== '';
  const options = findQuery(quiet, kind);
  const found = useInfiniteQuery({ ...options, enabled: isAsked });

  const near = useMemo(() => {
    if (kind !== undefined) return [];
    const words = wordsOf(query);
    const own = indexed === 0 ? [] : index.search(words, MOST_ASSETS);
    return [
      ...own.map((asset) => assetEntry(asset, ways)),
      ...settingEntries(words, ways),
      ...actionEntries(actions, words),
    ];
  }, [query, kind, index, indexed, actions, ways]);
  const { data, fetchNextPage, isPlaceholderData } = found;
  const isOfOtherWords = quiet !== query.trim() || isPlaceholderData;
  const far = useMemo(() => {
    const showMore = (more: find.FoundKind) => {
      if (kind === more) void fetchNextPage();
      else setKind(more);
    };
    if (!isAsked || query.trim() === '') return [];
    const entries = foundEntries(data?.pages ?? [], ways, showMore);
    return isOfOtherWords ? stillFound(entries, wordsOf(query)) : entries;
  }, [isAsked, isOfOtherWords, query, data, ways, kind, fetchNextPage]);

  return {
    query,
    kind,
    opened,
    entries: opened ? entriesOfActions(opened) : [...near, ...far],
    isLooking: query.trim() !== '' && (quiet !== query.trim() || found.isFetching),
    failure: isAsked ? found.error : null,
    setQuery: (text: string) => {
      setQuery(text);
      setOpened(undefined);
    },
    /** All kinds again. */
    clearKind: () => setKind(undefined),
    open: setOpened,
  };
}

function useWays(assets: readonly { assetId: number; assetDefinition: { assetDefinitionId: number } }[]): Ways {
  const [path, navigate] = useLocation();
  const permissions = useSessionStore((session) => session.permissions);
  const zone = useOwnZone();
  return useMemo(() => {
    const here = Number(/^\/assets\/(\d+)\/dashboard/.exec(path)?.[1]);
    const asset = assets.find(({ assetId }) => assetId === here);
    return {
      go: navigate,
      may: (permissionId) => includesPermission(permissions, permissionId),
      zone,
      openAsset: (assetDefinitionId) =>
        assetDefinitionId !== undefined && asset?.assetDefinition.assetDefinitionId === assetDefinitionId
          ? asset.assetId
          : undefined,
    };
  }, [path, navigate, permissions, zone, assets]);
}

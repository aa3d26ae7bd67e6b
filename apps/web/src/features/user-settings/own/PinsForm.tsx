import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { usePins } from '#pages/own-lists.ts';
import { Pending } from '#pages/Pending.tsx';
import { savePinnedAssets } from '#session/own-attributes.ts';
import classes from '../user-settings.module.css';
import { moved, OrderedList } from './OrderedList.tsx';
import ordered from './ordered-list.module.css';
import { useOwnList } from './use-own-list.ts';

const MOST_OFFERED = 100;

/** The assets that stand first in the list, in their order (spec 1 §2). */
export function PinsForm() {
  const query = useQuery(assetListQuery);
  const { list, set } = useOwnList(usePins(), savePinnedAssets);
  const names = useMemo(
    () => new Map((query.data ?? []).map((asset) => [asset.assetId as number, asset.assetAlias || asset.serialNumber])),
    [query.data],
  );
  const offered = useMemo(() => {
    const pinned = new Set(list);
    return (query.data ?? [])
      .filter(({ assetId }) => !pinned.has(assetId))
      .map(({ assetId, assetAlias, serialNumber }) => ({
        value: String(assetId),
        label: assetAlias && assetAlias !== serialNumber ? `${assetAlias} (${serialNumber})` : serialNumber,
      }));
  }, [query.data, list]);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the assets" failure="The assets could not be loaded." rows={2} />;
  }
  // One that is out of sight now may come back: it keeps its place, and is not shown.
  const shown = list.flatMap((assetId, at) => (names.has(assetId) ? [{ assetId, at }] : []));
  const placeOf = (index: number) => shown[index]?.at ?? 0;
  return (
    <>
      <OrderedList
        label="Pinned assets"
        items={shown.map(({ assetId }) => ({
          key: String(assetId),
          name: names.get(assetId) ?? '',
          content: names.get(assetId),
        }))}
        onMove={(from, to) => void set(moved(list, placeOf(from), placeOf(to)))}
        onRemove={(index) => void set(list.filter((_, at) => at !== placeOf(index)))}
      />
      {shown.length === 0 ? <p className={ordered.dim}>No asset is pinned.</p> : null}
      <Select
        className={classes.narrow ?? ''}
        label="Pin an asset"
        description="It stands before all others in the list of assets."
        placeholder="Name or serial number"
        data={offered}
        searchable
        limit={MOST_OFFERED}
        value={null}
        onChange={(value) => value !== null && void set([...list, Number(value)])}
      />
    </>
  );
}

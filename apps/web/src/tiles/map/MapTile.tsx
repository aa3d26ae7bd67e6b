import { useMemo, useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { AssetMap } from '#tile-kit/map/AssetMap.tsx';
import { PlaceContext, usePlaceSetting } from '#tile-kit/map/placing.ts';
import { useAssetMoments } from '#tile-kit/records/asset-moments.ts';
import { useAssets } from '#tile-kit/records/use-assets.ts';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { assetAtMoment, MOST_LOOKED_BACK_AT } from './asset-at-moment.ts';
import { chosenAssets } from './chosen-assets.ts';
import type { MapSettings } from './settings.ts';

/** Tracks of the past grow by so much. */
const PLAYED_STEP_MS = 1_000;

/** Assets on a map (spec 1 §2, map tile). */
export function MapTile({ settings }: TileViewProps<MapSettings>) {
  const list = useAssets();
  const { asset, zone } = useDashboardScope();
  const [selected, setSelected] = useState<number>();
  const places = usePlaceSetting();

  const assets = list.state === 'ready' ? list.assets : undefined;
  const ownDefinition = assets?.find(({ assetId }) => assetId === asset.assetId)?.assetDefinitionId;
  const choice = settings.assets;
  const pastMs = usePastMs(PLAYED_STEP_MS);
  const isPast = pastMs !== undefined;
  const chosenList = useMemo(() => {
    const own = { assetId: asset.assetId, assetDefinitionId: ownDefinition };
    return chosenAssets(assets ?? [], choice, own);
  }, [assets, choice, asset.assetId, ownDefinition]);
  const moments = useAssetMoments(chosenList.slice(0, MOST_LOOKED_BACK_AT).map(({ assetId }) => assetId));
  const shown = useMemo(
    () => (isPast ? chosenList.flatMap((each) => assetAtMoment(each, moments.get(each.assetId)) ?? []) : chosenList),
    [chosenList, moments, isPast],
  );

  if (list.state === 'loading') return <SkeletonBlock label="Loading assets" />;
  if (list.state === 'error') {
    return <TileNotice title="The assets could not be loaded." text={list.message} onRetry={list.retry} />;
  }
  const { latitude, longitude, zoom } = settings;
  return (
    <PlaceContext value={places}>
      <AssetMap
        assets={shown}
        title={settings.title}
        view={settings.fitAssets ? undefined : { center: { latitude, longitude }, zoom }}
        layers={settings.layers}
        pastMs={pastMs}
        zone={zone}
        selected={selected}
        onSelect={setSelected}
        note={noteOf(
          shown.some(({ currentCoordinates }) => currentCoordinates !== null),
          isPast,
          chosenList.length,
        )}
      />
    </PlaceContext>
  );
}

function noteOf(hasPlaces: boolean, isPast: boolean, chosen: number): string | undefined {
  if (!isPast) return hasPlaces ? undefined : 'No asset with a position. Set one in the asset list.';
  return chosen > MOST_LOOKED_BACK_AT
    ? `In the past only the first ${MOST_LOOKED_BACK_AT} assets are shown.`
    : undefined;
}

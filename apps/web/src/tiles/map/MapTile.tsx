import { useMemo, useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useMapConfig } from '#tile-kit/portal/use-map-config.ts';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { useAssetMoments } from '#tile-kit/records/asset-moments.ts';
import { useAssets } from '#tile-kit/records/use-assets.ts';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { MapPicture } from '#ui/map/MapPicture.tsx';
import { mapColours } from '#ui/map/map-colours.ts';
import { OFFLINE_STYLE, STYLE_NAMES } from '#ui/map/map-config.ts';
import { AssetBubble } from './AssetBubble.tsx';
import { assetAtMoment, MOST_LOOKED_BACK_AT } from './asset-at-moment.ts';
import { assetMarkers, chosenAssets } from './asset-markers.ts';
import { MapControls } from './MapControls.tsx';
import classes from './map-tile.module.css';
import type { MapSettings } from './settings.ts';
import { readStyleChoice, rememberStyleChoice } from './style-choice.ts';

/** Assets on a map (spec 1 §2, map tile). */
export function MapTile({ settings }: TileViewProps<MapSettings>) {
  const list = useAssets();
  const { asset } = useDashboardScope();
  const palette = usePalette();
  const { styles, overlays, problem } = useMapConfig();
  const [chosen, setChosen] = useState(readStyleChoice);
  const [layers, setLayers] = useState<readonly string[]>(settings.layers);
  const [selected, setSelected] = useState<number>();
  const [missing, setMissing] = useState<string>();

  const assets = list.state === 'ready' ? list.assets : undefined;
  const ownDefinition = assets?.find(({ assetId }) => assetId === asset.assetId)?.assetDefinitionId;
  const choice = settings.assets;
  const isPast = useIsPast();
  const chosenList = useMemo(() => {
    const own = { assetId: asset.assetId, assetDefinitionId: ownDefinition };
    return chosenAssets(assets ?? [], choice, own);
  }, [assets, choice, asset.assetId, ownDefinition]);
  const moments = useAssetMoments(chosenList.slice(0, MOST_LOOKED_BACK_AT).map(({ assetId }) => assetId));
  const shown = useMemo(
    () => (isPast ? chosenList.flatMap((each) => assetAtMoment(each, moments.get(each.assetId)) ?? []) : chosenList),
    [chosenList, moments, isPast],
  );
  const markers = useMemo(() => {
    const own = { assetId: asset.assetId, assetDefinitionId: ownDefinition };
    return assetMarkers(shown, { assets: choice }, own, palette);
  }, [shown, choice, asset.assetId, ownDefinition, palette]);
  const colours = useMemo(() => mapColours(palette), [palette]);
  const shownOverlays = useMemo(() => overlays.filter(({ name }) => layers.includes(name)), [overlays, layers]);

  if (list.state === 'loading') return <SkeletonBlock label="Loading assets" />;
  if (list.state === 'error') {
    return <TileNotice title="The assets could not be loaded." text={list.message} onRetry={list.retry} />;
  }
  const offered = STYLE_NAMES.filter((name) => styles[name] !== undefined);
  const styleName = offered.find((name) => name === chosen);
  const background = styleName === undefined ? undefined : styles[styleName];
  const { latitude, longitude, zoom } = settings;
  const bubble = (id: number) => {
    const found = shown.find(({ assetId }) => assetId === id);
    return found === undefined ? null : <AssetBubble asset={found} isPast={isPast} />;
  };

  return (
    <div className={classes.tile}>
      <MapPicture
        markers={markers}
        colours={colours}
        background={background}
        overlays={shownOverlays}
        view={settings.fitAssets ? undefined : { center: { latitude, longitude }, zoom }}
        selected={selected}
        onSelect={setSelected}
        renderPopup={bubble}
        onPartMissing={setMissing}
      />
      <MapControls
        title={settings.title}
        style={styleName ?? OFFLINE_STYLE}
        styles={[OFFLINE_STYLE, ...offered]}
        onStyle={(name) => {
          rememberStyleChoice(name);
          setMissing(undefined);
          setChosen(name);
        }}
        overlays={overlays.map(({ name }) => name)}
        shown={layers}
        onShown={setLayers}
      />
      <MapNotes
        problem={problem}
        missing={missing === undefined ? undefined : missingText(missing, background !== undefined)}
        isEmpty={markers.length === 0 && !isPast}
        isCut={isPast && chosenList.length > MOST_LOOKED_BACK_AT}
        attribution={background?.attribution ?? ''}
      />
    </div>
  );
}

function missingText(message: string, hasBackground: boolean): string {
  if (hasBackground) return 'This background cannot be reached. The offline map is shown.';
  return `A part of the map could not be drawn. ${message}`;
}

interface MapNotesProps {
  problem: string | undefined;
  missing: string | undefined;
  isEmpty: boolean;
  /** More assets than a map looks back at. */
  isCut: boolean;
  attribution: string;
}

function MapNotes({ problem, missing, isEmpty, isCut, attribution }: MapNotesProps) {
  const notes = [
    problem,
    missing,
    isEmpty ? 'No asset with a position. Set one in the asset list.' : undefined,
    isCut ? `In the past only the first ${MOST_LOOKED_BACK_AT} assets are shown.` : undefined,
  ].filter((note) => note !== undefined);
  return (
    <>
      {notes.length === 0 ? null : (
        <div className={classes.notes} role="status">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <p className={classes.attribution}>{['Natural Earth', attribution].filter(Boolean).join(' · ')}</p>
    </>
  );
}

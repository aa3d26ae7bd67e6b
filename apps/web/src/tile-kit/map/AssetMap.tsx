import type { assets, seismic } from '@telltale/contract';
import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useAlarmCounts } from '#live/use-alarm-counts.ts';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { usePalette } from '#theme/use-palette.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MapPicture, type MissingPart } from '#ui/map/MapPicture.tsx';
import { type Bounds, type Place, withinTheWorld } from '#ui/map/map-bounds.ts';
import { mapColours } from '#ui/map/map-colours.ts';
import { OFFLINE_STYLE, STYLE_NAMES } from '#ui/map/map-config.ts';
import { useMapConfig } from '../portal/use-map-config.ts';
import { useMay } from '../portal/use-may.ts';
import { AssetBubble } from './AssetBubble.tsx';
import classes from './asset-map.module.css';
import { MapControls } from './MapControls.tsx';
import { goneText, MapNotes, missingText } from './MapNotes.tsx';
import { markersOfAssets, openAlarms } from './marker-of-asset.ts';
import { QuakeBubble } from './quakes/QuakeBubble.tsx';
import { readQuakeChoice, rememberQuakeChoice } from './quakes/quake-choice.ts';
import { markerOfQuake, markersOfQuakes, quakeOfMarker } from './quakes/quake-markers.ts';
import { readLayers, readStyleChoice, rememberLayers, rememberStyleChoice } from './style-choice.ts';
import { ToolBar } from './ToolBar.tsx';
import { type ShownTrack, TrackBar } from './TrackBar.tsx';
import { useMapTools } from './use-map-tools.ts';

interface AssetMapProps {
  assets: readonly assets.Asset[];
  title?: string;
  /** Where it looks when it opens; undefined: at all assets. */
  view: { center: Place; zoom: number } | undefined;
  /** Layers of geosources.json that are on when it opens. */
  layers?: readonly string[];
  /** The assets are shown as they were at this moment. */
  pastMs?: number | undefined;
  /** IANA zone in which times are written; the browser's unless it is said. */
  zone?: string;
  selected: number | undefined;
  onSelect: (assetId: number | undefined) => void;
  /** Another text: all assets are brought into sight. */
  fitKey?: string;
  onBounds?: (bounds: Bounds) => void;
  /** What was drawn around, and who hears of it; without one nothing can be drawn. */
  area?: { corners: readonly Place[]; onChange: (corners: readonly Place[]) => void };
  note?: string | undefined;
  /** Earthquakes that the page shows; without them the map has a switch for those of the feeds. */
  quakes?: {
    readonly events: readonly seismic.SeismicEvent[];
    /** Whose bubble is open, by its id. */
    readonly selected: string | undefined;
    readonly onSelect: (id: string | undefined) => void;
    /** The rim of a circle around it, which is brought into sight. */
    readonly rim: readonly Place[];
  };
  /** More buttons beside the map's own. */
  controls?: ReactNode;
}

const QuakeLayer = lazyPart(async () => (await import('./quakes/QuakeLayer.tsx')).QuakeLayer);
const NO_EVENTS: readonly seismic.SeismicEvent[] = [];

/** Assets on a map: the one of the list of assets and that of dashboards (spec 1 §2). */
export function AssetMap({ assets: list, view, selected, onSelect, pastMs, area, ...props }: AssetMapProps) {
  const ownZone = useOwnZone();
  const palette = usePalette();
  const { styles, start, overlays, areOverlaysKnown, earthquakes, problem } = useMapConfig();
  const { pending, move } = useContext(PlaceContext);
  const [chosen, setChosen] = useState(readStyleChoice);
  const [layers, setLayers] = useState<readonly string[]>(props.layers ?? readLayers);
  const [missing, setMissing] = useState<readonly MissingPart[]>([]);
  const [loading, setLoading] = useState<readonly string[]>([]);
  const [center, setCenter] = useState<Place>();
  const [tracked, setTracked] = useState<number>();
  const [track, setTrack] = useState<ShownTrack>();
  const mayTrack = useMay('HistoricalDataItems', 'View');

  const [ofFeeds, setOfFeeds] = useState(NO_EVENTS);
  const [quakeProblem, setQuakeProblem] = useState<string>();
  const [areQuakesShown, setQuakesShown] = useState(readQuakeChoice);
  const [ownQuake, setOwnQuake] = useState<string>();
  const ofPage = props.quakes;
  const rim = ofPage?.rim;
  const events = ofPage?.events ?? ofFeeds;
  const quake = ofPage === undefined ? ownQuake : ofPage.selected;
  const onQuake = ofPage?.onSelect ?? setOwnQuake;
  const quakes = useMemo(() => markersOfQuakes(events), [events]);
  const quakeMarker = useMemo(() => markerOfQuake(events, quake ?? null), [events, quake]);
  // An asset that is chosen elsewhere takes the place of the earthquake.
  useEffect(() => {
    if (selected !== undefined) setOwnQuake(undefined);
  }, [selected]);
  const select = (id: number | undefined) => {
    const event = quakeOfMarker(events, id);
    onQuake(event?.id);
    onSelect(event === undefined ? id : undefined);
  };

  // The bubble would cover what is to be pointed at.
  const tools = useMapTools(() => select(undefined));

  const current = useAlarmCounts();
  const alarms = pastMs === undefined ? current : undefined;
  const movedId = pending?.assetId;
  const markers = useMemo(
    () => markersOfAssets(list, palette, alarms).filter(({ id }) => id !== movedId),
    [list, palette, alarms, movedId],
  );
  const colours = useMemo(() => mapColours(palette), [palette]);
  const shownOverlays = useMemo(() => overlays.filter(({ name }) => layers.includes(name)), [overlays, layers]);
  // What was chosen for this map its author can choose again; of what this browser remembers nobody need be told.
  const isGone = (name: string) => areOverlaysKnown && overlays.every((overlay) => overlay.name !== name);
  const gone = props.layers?.filter(isGone) ?? [];
  const corners = area?.corners;
  const { tool, points } = tools;
  const sketch = useMemo(
    () => ({
      area: tool === 'area' ? points : (corners ?? []),
      line: tool === 'distance' ? points : [],
      track: track?.lines ?? [],
      at: track?.at,
      rim: rim ?? [],
    }),
    [tool, points, corners, track, rim],
  );
  const sight = useMemo(() => {
    if (track !== undefined) return { key: track.key, places: track.lines.flat() };
    if (rim === undefined || rim.length === 0) return undefined;
    return { key: `rim ${quake} ${rim[0]?.latitude}`, places: rim, isAtOnce: true };
  }, [track, rim, quake]);
  const place = pending?.place ?? undefined;
  const moving = useMemo(() => (place === undefined ? undefined : { place, onMove: move }), [place, move]);

  const offered = STYLE_NAMES.filter((name) => styles[name] !== undefined);
  const isChoice = chosen === OFFLINE_STYLE || offered.some((name) => name === chosen);
  const styleName = offered.find((name) => name === (isChoice ? chosen : start));
  const background = styleName === undefined ? undefined : styles[styleName];
  const chooseLayers = (names: readonly string[]) => {
    if (props.layers === undefined) rememberLayers(names);
    setMissing((parts) => parts.filter(({ overlay }) => overlay === undefined || names.includes(overlay)));
    setLayers(names);
  };
  const moveTo = (to: Place) => move(withinTheWorld(to));
  const pointAt = tool !== undefined ? tools.add : pending === undefined ? undefined : moveTo;
  const beginTrack = (id: number) => {
    tools.begin(undefined);
    setTracked(id);
    // The bubble would cover the way.
    onSelect(undefined);
  };
  const trackedAsset = tracked === undefined ? undefined : list.find(({ assetId }) => assetId === tracked);
  const bubble = (id: number) => {
    const event = quakeOfMarker(events, id);
    if (event !== undefined) return <QuakeBubble event={event} zone={props.zone ?? ownZone} assets={list} />;
    const found = list.find(({ assetId }) => assetId === id);
    if (found === undefined) return null;
    return (
      <AssetBubble
        asset={found}
        isPast={pastMs !== undefined}
        alarms={openAlarms(found, alarms)}
        onTrack={mayTrack ? () => beginTrack(id) : undefined}
      />
    );
  };

  return (
    <div className={classes.tile}>
      <MapPicture
        markers={markers}
        quakes={quakes}
        colours={colours}
        background={background}
        overlays={shownOverlays}
        view={view}
        selected={quakeMarker ?? selected}
        onSelect={select}
        renderPopup={bubble}
        onPartMissing={(part) => setMissing((parts) => withMissing(parts, part))}
        onLoading={setLoading}
        sketch={sketch}
        onPoint={pointAt}
        moving={moving}
        sight={sight}
        {...(props.fitKey === undefined ? {} : { fitKey: props.fitKey })}
        onView={(shown) => {
          setCenter(shown.center);
          props.onBounds?.(shown.bounds);
        }}
      />
      <MapControls
        title={props.title ?? ''}
        style={styleName ?? OFFLINE_STYLE}
        styles={[OFFLINE_STYLE, ...offered]}
        onStyle={(name) => {
          rememberStyleChoice(name);
          setMissing((parts) => parts.filter(({ overlay }) => overlay !== undefined));
          setChosen(name);
        }}
        overlays={overlays.map(({ name }) => name)}
        shown={layers}
        onShown={chooseLayers}
        tools={tools}
        hasArea={area !== undefined}
      >
        {earthquakes && ofPage === undefined && pastMs === undefined ? (
          <QuakeLayer
            isShown={areQuakesShown}
            onShown={(isShown) => {
              rememberQuakeChoice(isShown);
              setQuakesShown(isShown);
            }}
            onQuakes={setOfFeeds}
            onProblem={setQuakeProblem}
          />
        ) : null}
        {props.controls}
      </MapControls>
      <ToolBar tools={tools} center={center} onArea={area?.onChange} />
      {trackedAsset === undefined || tool !== undefined ? null : (
        <TrackBar
          key={trackedAsset.assetId}
          assetId={trackedAsset.assetId}
          name={trackedAsset.assetAlias || trackedAsset.serialNumber}
          pastMs={pastMs}
          zone={props.zone ?? ownZone}
          onTrack={setTrack}
          onClose={() => setTracked(undefined)}
        />
      )}
      <MapNotes
        notes={[
          problem,
          ...gone.map(goneText),
          ...missing.map((part) => missingText(part, background !== undefined)),
          quakeProblem,
          props.note,
        ]}
        loading={loading}
        attribution={background?.attribution ?? ''}
      />
    </div>
  );
}

/** The last that is known of each part; what was known already (every tile of a background tells the same) changes nothing. */
function withMissing(parts: readonly MissingPart[], part: MissingPart): readonly MissingPart[] {
  const known = parts.find(({ overlay }) => overlay === part.overlay);
  if (known?.message === part.message) return parts;
  return [...parts.filter((one) => one !== known), part];
}

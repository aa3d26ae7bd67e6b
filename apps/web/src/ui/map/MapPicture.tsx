import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import classes from './map.module.css';
import { type Bounds, boundsOf, type Place } from './map-bounds.ts';
import type { MapCanvas, MapView } from './map-canvas.ts';
import type { MapColours } from './map-colours.ts';
import type { MapOverlay, MapStyle } from './map-config.ts';
import { mapStyle } from './map-style.ts';
import type { MapMarker } from './marker-clusters.ts';
import { NO_SKETCH, type Sketch } from './sketch.ts';

export interface MissingPart {
  readonly message: string;
  /** The name of the layer of geosources.json; undefined: of the map below them. */
  readonly overlay: string | undefined;
}

interface MapPictureProps {
  markers: readonly MapMarker[];
  /** Earthquakes, by ids that no marker has. */
  quakes?: readonly MapMarker[];
  colours: MapColours;
  background: MapStyle | undefined;
  overlays: readonly MapOverlay[];
  /** Where the map looks when it opens; undefined: at all markers. */
  view: { center: Place; zoom: number } | undefined;
  /** The marker whose bubble is open. */
  selected: number | undefined;
  onSelect: (id: number | undefined) => void;
  /** What stands in the bubble. */
  renderPopup: (id: number) => ReactNode;
  /** Drawn over the map. */
  sketch?: Sketch;
  /** A click on the map, or on a marker, is a place that is asked for; beyond the date line its longitude goes on counting. */
  onPoint?: ((place: Place) => void) | undefined;
  /** A marker that may be dragged elsewhere. */
  moving?: { place: Place; onMove: (place: Place) => void } | undefined;
  /** Another text: all markers are brought into sight. */
  fitKey?: string;
  /** Places that are brought into sight once, for each key. */
  sight?: { key: string; places: readonly Place[]; isAtOnce?: boolean } | undefined;
  onView?: (view: { bounds: Bounds; center: Place }) => void;
  /** Something of the picture did not come: tiles of the background, a layer. */
  onPartMissing: (part: MissingPart) => void;
  /** The names of the layers of geosources.json that are being loaded. */
  onLoading: (overlays: readonly string[]) => void;
}

/** Where there is none, the library need not come. */
const HAS_WEBGL = 'WebGL2RenderingContext' in globalThis;
const NO_QUAKES: readonly MapMarker[] = [];

/** A map with markers and a bubble. The library comes when a map is first shown. */
export function MapPicture(props: MapPictureProps) {
  const [parts, setParts] = useState<{ Canvas: typeof MapCanvas }>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    if (!HAS_WEBGL) return;
    let isOver = false;
    setProblem(undefined);
    import('./map-canvas.ts').then(
      ({ MapCanvas: Canvas }) => isOver || setParts({ Canvas }),
      (error: unknown) => isOver || setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isOver = true;
    };
  }, [attempt]);

  if (!HAS_WEBGL) return <CannotDraw />;
  if (problem !== undefined) {
    return <ErrorState title="The map could not be loaded" message={problem} onRetry={() => setAttempt(attempt + 1)} />;
  }
  return parts === undefined ? <SkeletonBlock label="Loading map" /> : <LoadedMap {...props} Canvas={parts.Canvas} />;
}

function LoadedMap({ Canvas, ...props }: MapPictureProps & { Canvas: typeof MapCanvas }) {
  const { markers, colours, background, overlays, view, selected, onSelect, renderPopup, onPartMissing, onLoading } =
    props;
  const { quakes = NO_QUAKES, sketch = NO_SKETCH, onPoint, moving, fitKey, sight, onView } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<MapCanvas>();
  const [cannotDraw, setCannotDraw] = useState(false);
  const bubble = useMemo(() => document.createElement('div'), []);
  const style = useMemo(() => mapStyle({ colours, background, overlays }), [colours, background, overlays]);
  const events = useRef({ onSelect, onPartMissing, onLoading, onPoint, moving, onView });
  events.current = { onSelect, onPartMissing, onLoading, onPoint, moving, onView };
  const opening = useRef({ style, view: openingView(view, markers) });
  opening.current.style = style;

  useEffect(() => {
    const container = containerRef.current;
    if (container === null) return;
    let made: MapCanvas;
    try {
      made = new Canvas(container, opening.current.style, opening.current.view, {
        onSelect: (id) => events.current.onSelect(id),
        onError: (message, overlay) => events.current.onPartMissing({ message, overlay }),
        onLoading: (names) => events.current.onLoading(names),
        onView: (shown) => events.current.onView?.(shown),
        onPoint: (place) => {
          events.current.onPoint?.(place);
          return events.current.onPoint !== undefined;
        },
        onMove: (place) => events.current.moving?.onMove(place),
      });
    } catch {
      // MapLibre throws where there is no WebGL.
      setCannotDraw(true);
      return;
    }
    setCanvas(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(container);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [Canvas]);

  useEffect(() => canvas?.setStyle(style), [canvas, style]);
  useEffect(() => canvas?.setMarkers(markers), [canvas, markers]);
  useEffect(() => canvas?.setQuakes(quakes), [canvas, quakes]);
  useEffect(() => canvas?.setSketch(sketch), [canvas, sketch]);
  const isPointing = onPoint !== undefined;
  useEffect(() => canvas?.setPointing(isPointing), [canvas, isPointing]);
  const movingPlace = moving?.place;
  useEffect(() => canvas?.setMoving(movingPlace), [canvas, movingPlace]);
  useFit(canvas, markers, movingPlace, fitKey);
  const marker = useMemo(
    () => markers.find(({ id }) => id === selected) ?? quakes.find(({ id }) => id === selected),
    [markers, quakes, selected],
  );
  // The bubble of what is being moved goes along.
  const place = marker ?? (selected === undefined ? undefined : movingPlace);
  const [latitude, longitude] = [place?.latitude, place?.longitude];
  useEffect(() => {
    const isOpen = selected !== undefined && latitude !== undefined && longitude !== undefined;
    canvas?.showPopup(isOpen ? { id: selected, place: { latitude, longitude }, element: bubble } : undefined);
  }, [canvas, bubble, selected, latitude, longitude]);
  // After the bubble, which goes to its own place.
  useSight(canvas, sight);

  if (cannotDraw) return <CannotDraw />;
  return (
    <>
      <div className={classes.map}>
        {/* MapLibre lays itself out relative to this one. */}
        <div ref={containerRef} className={classes.canvas} />
      </div>
      {selected === undefined ? null : createPortal(renderPopup(selected), bubble)}
    </>
  );
}

function CannotDraw() {
  const message = 'It needs WebGL, which is switched off or missing here. Another browser or a graphics driver helps.';
  return <ErrorState title="This browser cannot draw maps" message={message} />;
}

/**
 * Brings all markers into sight when the key changes, with the one that is being moved; but not at first: that is the
 * opening view's.
 */
function useFit(
  canvas: MapCanvas | undefined,
  markers: readonly MapMarker[],
  moving: Place | undefined,
  fitKey: string | undefined,
): void {
  const fitted = useRef(fitKey);
  useEffect(() => {
    if (canvas === undefined || fitKey === fitted.current) return;
    fitted.current = fitKey;
    const places: readonly Place[] = moving === undefined ? markers : [...markers, moving];
    if (places.length > 0) canvas.fit(boundsOf(places));
  }, [canvas, markers, moving, fitKey]);
}

/** Brings places into sight when they are first known; then the user looks where they like. */
function useSight(canvas: MapCanvas | undefined, sight: MapPictureProps['sight']): void {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (canvas === undefined || sight === undefined || sight.places.length === 0 || sight.key === seen.current) return;
    seen.current = sight.key;
    canvas.fit(sight.isAtOnce ? boundsOf(sight.places, 0) : boundsOf(sight.places), sight.isAtOnce);
  }, [canvas, sight]);
}

function openingView(view: MapPictureProps['view'], markers: readonly MapMarker[]): MapView {
  return view ?? { bounds: boundsOf(markers) satisfies Bounds };
}

import type { assets } from '@telltale/contract';
import { markerFills } from '#theme/severity.ts';
import type { MapMarker } from '#ui/map/marker-clusters.ts';

type SeverityPalette = Parameters<typeof markerFills>[0];

/** Markers of records that are as they were, under the palette in force. */
let known = new WeakMap<assets.Asset, MapMarker>();
let knownPalette: SeverityPalette | undefined;

/** The open alarms of assets, and the worst of each; what is not in it has none. */
export type KnownAlarms = ReadonlyMap<number, { readonly count: number; readonly worstSeverity: number }>;

/**
 * The assets as markers; those without a position are left out. An asset that is the same record, and as bad as it was,
 * keeps its marker.
 * @param alarms as they are now; undefined: those of the records
 */
export function markersOfAssets(
  list: readonly assets.Asset[],
  palette: SeverityPalette,
  alarms?: KnownAlarms,
): MapMarker[] {
  if (palette !== knownPalette) {
    known = new WeakMap();
    knownPalette = palette;
  }
  const fillOf = markerFills(palette);
  const markers: MapMarker[] = [];
  for (const asset of list) {
    const { currentCoordinates: place } = asset;
    if (place === null) continue;
    const severity = severityOf(asset, alarms);
    const before = known.get(asset);
    const isSame = before !== undefined && before.alarm?.severity === severity;
    const marker = isSame ? before : toMarker(asset, place, severity, fillOf);
    if (!isSame) known.set(asset, marker);
    markers.push(marker);
  }
  return markers;
}

function toMarker(
  asset: assets.Asset,
  place: assets.Coordinates,
  severity: number | undefined,
  fillOf: (severity: number) => string,
): MapMarker {
  const isConnected = asset.connection.connected;
  const state = isConnected ? 'connected' : 'disconnected';
  return {
    id: asset.assetId,
    latitude: place.latitude,
    longitude: place.longitude,
    name: asset.assetAlias || asset.serialNumber,
    description: severity === undefined ? state : `${state}, alarm severity ${severity}`,
    icon: pictureOf(asset, 'marker'),
    alarm: severity === undefined ? undefined : { severity, color: fillOf(severity) },
    isConnected,
  };
}

function attribute({ attributes }: assets.Asset, name: string): string | undefined {
  return attributes.find(({ attributeName }) => attributeName.toLowerCase() === name)?.attributeValue;
}

/**
 * Numeric and above zero: 0 is 'nothing'. The worst of its open alarms that nobody has put aside, as it is now where that
 * is known; else as the asset's attribute has it, which the portal writes (spec 1 §2).
 */
function severityOf(asset: assets.Asset, alarms: KnownAlarms | undefined): number | undefined {
  const stored = alarms === undefined ? attribute(asset, 'severity') : undefined;
  const isStored = stored !== undefined && stored.trim() !== '';
  const severity = isStored ? Number(stored) : openAlarms(asset, alarms).worstSeverity;
  return Number.isFinite(severity) && severity > 0 ? severity : undefined;
}

/** How many alarms are open that nobody has put aside, and the worst of them. */
export function openAlarms(asset: assets.Asset, alarms: KnownAlarms | undefined) {
  if (alarms !== undefined) return alarms.get(asset.assetId) ?? { count: 0, worstSeverity: 0 };
  const open = asset.alarms2.filter(({ shelved }) => !shelved).map(({ severity }) => severity);
  return { count: open.length, worstSeverity: Math.max(0, ...open) };
}

/** Only a picture that is in the attribute itself: no address of somewhere else is asked for. */
export function pictureOf(asset: assets.Asset, name: 'marker' | 'thumbnail'): string | undefined {
  const value = attribute(asset, name);
  return value !== undefined && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]+$/.test(value) ? value : undefined;
}

import type { assets } from '@telltale/contract';
import type { MapMarker } from '#ui/map/marker-clusters.ts';
import type { MapSettings } from './settings.ts';

/** A colour for each severity, ascending (alarms.json). */
type SeverityColours = readonly { severity: number; fill: string }[];

/** spec 1 §2: the colour of an alarm that no configured severity names. */
export const DEFAULT_ALARM_COLOUR = '#333333';

/** The assets that a map of these settings shows, as markers; those without a position are left out. */
export function assetMarkers(
  list: readonly assets.Asset[],
  { assets: choice }: Pick<MapSettings, 'assets'>,
  own: { assetId: number; assetDefinitionId: number | undefined },
  colours: SeverityColours,
): MapMarker[] {
  return chosenAssets(list, choice, own).flatMap((asset) => {
    const { currentCoordinates: place } = asset;
    return place === null ? [] : [toMarker(asset, place, colours)];
  });
}

/** Those of the assets that the settings choose. */
export function chosenAssets(
  list: readonly assets.Asset[],
  choice: MapSettings['assets'],
  own: { assetId: number; assetDefinitionId: number | undefined },
): assets.Asset[] {
  if (choice === 'own') return list.filter(({ assetId }) => assetId === own.assetId);
  if (choice === 'definition')
    return list.filter(({ assetDefinitionId }) => assetDefinitionId === own.assetDefinitionId);
  return [...list];
}

function toMarker(asset: assets.Asset, place: assets.Coordinates, colours: SeverityColours): MapMarker {
  const severity = severityOf(asset);
  const isConnected = asset.connection.connected;
  const state = isConnected ? 'connected' : 'disconnected';
  return {
    id: asset.assetId,
    latitude: place.latitude,
    longitude: place.longitude,
    name: asset.assetAlias || asset.serialNumber,
    description: severity === undefined ? state : `${state}, alarm severity ${severity}`,
    icon: pictureOf(attribute(asset, 'marker')),
    alarm: severity === undefined ? undefined : { severity, color: colourOf(severity, colours) },
    isConnected,
  };
}

function attribute({ attributes }: assets.Asset, name: string): string | undefined {
  return attributes.find(({ attributeName }) => attributeName.toLowerCase() === name)?.attributeValue;
}

/** Numeric and above zero: 0 is 'nothing'. The asset's own attribute says it (spec 1 §2). */
function severityOf(asset: assets.Asset): number | undefined {
  const stored = attribute(asset, 'severity');
  const severity = stored === undefined || stored.trim() === '' ? Number.NaN : Number(stored);
  return Number.isFinite(severity) && severity > 0 ? severity : undefined;
}

/** The colour of the highest configured severity that is not above this one. */
export function colourOf(severity: number, colours: SeverityColours): string {
  return colours.findLast((candidate) => candidate.severity <= severity)?.fill ?? DEFAULT_ALARM_COLOUR;
}

/** Only a picture that is in the attribute itself: no address of somewhere else is asked for. */
function pictureOf(value: string | undefined): string | undefined {
  return value !== undefined && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]+$/.test(value) ? value : undefined;
}

import type { assets } from '@telltale/contract';
import { severityFill } from '#tile-kit/portal/use-palette.ts';
import type { MapMarker } from '#ui/map/marker-clusters.ts';
import type { MapSettings } from './settings.ts';

type SeverityPalette = Parameters<typeof severityFill>[0];

/** The assets that a map of these settings shows, as markers; those without a position are left out. */
export function assetMarkers(
  list: readonly assets.Asset[],
  { assets: choice }: Pick<MapSettings, 'assets'>,
  own: { assetId: number; assetDefinitionId: number | undefined },
  palette: SeverityPalette,
): MapMarker[] {
  return chosenAssets(list, choice, own).flatMap((asset) => {
    const { currentCoordinates: place } = asset;
    return place === null ? [] : [toMarker(asset, place, palette)];
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

function toMarker(asset: assets.Asset, place: assets.Coordinates, palette: SeverityPalette): MapMarker {
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
    alarm: severity === undefined ? undefined : { severity, color: severityFill(palette, severity) },
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

/** Only a picture that is in the attribute itself: no address of somewhere else is asked for. */
function pictureOf(value: string | undefined): string | undefined {
  return value !== undefined && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]+$/.test(value) ? value : undefined;
}

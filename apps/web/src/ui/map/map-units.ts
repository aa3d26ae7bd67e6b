import type { Bounds, Place } from './map-bounds.ts';

// Places and bounds as MapLibre writes them.

export const toLngLat = ({ latitude, longitude }: Place): [number, number] => [longitude, latitude];

export const toPlace = ({ lng, lat }: { lng: number; lat: number }): Place => ({ latitude: lat, longitude: lng });

export function toMapBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [west, south, east, north];
}

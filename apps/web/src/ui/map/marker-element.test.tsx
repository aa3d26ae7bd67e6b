import { expect, test } from 'vitest';
import type { MapMarker } from './marker-clusters.ts';
import { markerElement } from './marker-element.ts';

function rankOf(severity: number | undefined): string {
  const marker: MapMarker = {
    id: 1,
    latitude: 31,
    longitude: -102,
    name: 'Pump 1',
    description: 'connected',
    icon: undefined,
    alarm: severity === undefined ? undefined : { severity, color: '#d93025' },
    isConnected: true,
  };
  return markerElement(marker).style.getPropertyValue('--marker-rank');
}

test('what is worse lies above what is better where markers cover each other, and never above what the pointer is over', () => {
  expect([undefined, 0.5, 5, 10, 1e9].map(rankOf)).toEqual(['', '1', '5', '10', '100']);
});

test('of clusters, too', () => {
  const sums = { latitude: 31, longitude: -102, count: 300, disconnected: 0 };
  const cluster = markerElement({ ...sums, clusterId: 7, alarm: { severity: 8, color: '#d93025' } });
  expect(cluster.style.getPropertyValue('--marker-rank')).toBe('8');
  const calm = markerElement({ ...sums, clusterId: 8, alarm: undefined });
  expect(calm.style.getPropertyValue('--marker-rank')).toBe('');
});

import type { SeismicRegion } from '../seismic/earthquakes.ts';

/** Where induced earthquakes of the demonstration happen. Rates count magnitude 0.6 and up. */
export const regions = {
  delaware: { seed: 71, latitude: 31.42, longitude: -103.45, radiusKm: 26, perHour: 1.9, maxMagnitude: 3.6 },
  oklahoma: { seed: 72, latitude: 35.98, longitude: -97.78, radiusKm: 24, perHour: 1.3, maxMagnitude: 3.2 },
  marcellus: { seed: 73, latitude: 40.02, longitude: -80.2, radiusKm: 22, perHour: 0.35, maxMagnitude: 2.4 },
} as const satisfies Record<string, SeismicRegion>;

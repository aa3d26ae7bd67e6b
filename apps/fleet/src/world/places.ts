/** Where the devices stand: by serial number, in the Permian (Texas), Oklahoma and the Marcellus (Pennsylvania). */
export const places = {
  'PS-1042': { latitude: 31.9152, longitude: -102.1934 },
  'PS-1077': { latitude: 31.3846, longitude: -103.4218 },
  'PS-1103': { latitude: 32.1671, longitude: -101.7429 },
  'PS-1210': { latitude: 35.9013, longitude: -97.8821 },
  'PS-1355': { latitude: 40.1187, longitude: -80.3312 },
  'TB-2011': { latitude: 32.1659, longitude: -101.7451 },
  'TB-2034': { latitude: 31.4389, longitude: -103.5127 },
  'TB-2105': { latitude: 35.7448, longitude: -97.9913 },
  'TB-2208': { latitude: 39.8824, longitude: -80.2476 },
  'SS-3001': { latitude: 31.2517, longitude: -103.2864 },
  'SS-3002': { latitude: 31.6233, longitude: -103.6581 },
  'SS-3010': { latitude: 35.9442, longitude: -97.6217 },
  'SS-3020': { latitude: 39.9518, longitude: -80.1139 },
  'SU-4104': { latitude: 32.0216, longitude: -101.9627 },
  'SU-4211': { latitude: 35.5684, longitude: -98.1046 },
  'SU-4307': { latitude: 39.7935, longitude: -80.4471 },
} as const;

export type SerialNumber = keyof typeof places;

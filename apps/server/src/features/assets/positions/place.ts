export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Nearer than a satellite receiver tells two places apart. */
const SAME_PLACE_M = 10;
/** Along a meridian, of an earth of 6371 km. */
const M_PER_DEGREE = 111_195;

/** Why there is no such place on the earth; undefined: there is. */
export function placeFault({ latitude, longitude }: Place): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return 'position: a latitude lies between -90 and 90 degrees';
  if (!(Math.abs(longitude) <= 180)) return 'position: a longitude lies between -180 and 180 degrees';
  return undefined;
}

/** Whether two places are less than 10 metres apart; so near to each other the earth is flat. */
export function isSamePlace(a: Place, b: Place): boolean {
  const east = ((((b.longitude - a.longitude + 180) % 360) + 360) % 360) - 180;
  const eastM = east * M_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot((b.latitude - a.latitude) * M_PER_DEGREE, eastM) < SAME_PLACE_M;
}

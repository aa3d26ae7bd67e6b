/** Stands where nobody has said a value yet (spec 2 §9). */
export const TBD = 'TBD';

export const writeDepth = (depth: number | null): string => (depth === null ? TBD : `${depth.toFixed(1)} km`);

export const writeMagnitude = (magnitude: number | null): string => (magnitude === null ? TBD : magnitude.toFixed(1));

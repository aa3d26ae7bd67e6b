export const LATITUDE_FAULT = 'Degrees from -90 to 90, as 31.9686.';
export const LONGITUDE_FAULT = 'Degrees from -180 to 180, as -102.0779.';

/** What is wrong with a latitude, in words for who typed it; undefined: nothing, or none was typed. */
export function latitudeFault(degrees: number | null): string | undefined {
  return degrees === null || Math.abs(degrees) <= 90 ? undefined : LATITUDE_FAULT;
}

/** The same of a longitude. */
export function longitudeFault(degrees: number | null): string | undefined {
  return degrees === null || Math.abs(degrees) <= 180 ? undefined : LONGITUDE_FAULT;
}

import type { Readings } from '../world/model.ts';

/** What a device measured at one moment, as the JSON text that goes on the wire: it may wait in memory for a day. */
export interface Sample {
  readonly serialNumber: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly timeMs: number;
  /** `{"ts":…,"values":{…}}` */
  readonly text: string;
}

/**
 * A number that JSON can write but no float can hold: what a device sends for an input that reads out of range. The
 * portal stores it as no value of bad quality.
 */
const OUT_OF_RANGE = '1e999';

export function sampleOf(
  serialNumber: string,
  timeMs: number,
  readings: Readings,
  badLabels: readonly string[] = [],
): Sample {
  let values = '';
  for (const label of Object.keys(readings)) {
    const value = badLabels.includes(label) ? OUT_OF_RANGE : JSON.stringify(readings[label]);
    values += `${values === '' ? '' : ','}${JSON.stringify(label)}:${value}`;
  }
  return { serialNumber, timeMs, text: `{"ts":${timeMs},"values":{${values}}}` };
}

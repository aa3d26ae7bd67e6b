import type { Conversion } from '@telltale/domain/units/conversion.ts';
import type { Reading, ReadingSource } from './readings.ts';
import type { SeriesSource } from './series.ts';

/** The units that somebody reads, with what converts to them; it is loaded by those alone who have chosen some. */
export interface ShownUnits {
  /** How values in a unit are shown; undefined: as they are stored. The same answer for the same unit each time. */
  conversionOf(unit: string): Conversion | undefined;
  readings(source: ReadingSource): ReadingSource;
  /** @param sent the readings as they are stored: they tell the unit of each series */
  series(source: SeriesSource, sent: ReadingSource): SeriesSource;
}

/**
 * A reading where a tile has a unit text of its own. Where the text means the unit in which the value is stored, it was but
 * another spelling, and the value is shown as everywhere; any other text is the author's word for the stored number, and
 * stays beside it.
 */
export function inOwnUnit(reading: Reading, text: string): { reading: Reading; unit: string } {
  const { conversion, sent } = reading;
  if (text === '') return { reading, unit: reading.unit };
  if (conversion === undefined || sent === undefined) return { reading, unit: text };
  return conversion.isFrom(text) ? { reading, unit: reading.unit } : { reading: sent, unit: text };
}

import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import type { ReadingSource } from './readings.ts';
import type { SeriesSource } from './series.ts';
import { shownReadings } from './shown-readings.ts';
import { shownSeries } from './shown-series.ts';
import type { ShownUnits } from './shown-units.ts';

/** What converts, with the table of units: a file of its own. */
class ConvertingUnits extends UserUnits implements ShownUnits {
  readings(source: ReadingSource): ReadingSource {
    return shownReadings(source, this);
  }

  series(source: SeriesSource, sent: ReadingSource): SeriesSource {
    return shownSeries(source, sent, this);
  }
}

/** The units that the attributes of a user name. */
export function shownUnits(attributes: Parameters<typeof unitChoice>[0]): ShownUnits {
  return new ConvertingUnits(unitChoice(attributes));
}

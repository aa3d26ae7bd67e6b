import { alarms } from '@telltale/contract';
import { z } from 'zod';

const keptSchema = z.array(alarms.causeNumberSchema);

/** The numbers that are kept beside a cause; undefined: it tells of none with a unit. */
export function causeNumbersOf(kept: string): alarms.CauseNumber[] | undefined {
  return kept === '' ? undefined : keptSchema.parse(JSON.parse(kept));
}

/** The same for a reply; of causes that have none with a unit the field is left out. */
export function causeNumbersField(kept: string): { causeNumbers?: alarms.CauseNumber[] } {
  const causeNumbers = causeNumbersOf(kept);
  return causeNumbers === undefined ? {} : { causeNumbers };
}

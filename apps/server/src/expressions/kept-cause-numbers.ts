import { alarms } from '@telltale/contract';
import { z } from 'zod';

const keptSchema = z.array(alarms.causeNumberSchema);

/** The numbers that are kept beside a cause, for a reply; of causes that have none with a unit the field is left out. */
export function causeNumbersField(kept: string): { causeNumbers?: alarms.CauseNumber[] } {
  return kept === '' ? {} : { causeNumbers: keptSchema.parse(JSON.parse(kept)) };
}

import { alarmDefinitions } from '@telltale/contract';
import { storableText } from '#names.ts';

/** What a data item is calculated by. */
export type StoredCalculation = alarmDefinitions.AlarmExpression | null;

/** As it is stored: JSON, and no text at all where nothing is calculated. */
export function calculationText(calculation: StoredCalculation): string {
  return calculation === null ? '' : storableText(JSON.stringify(calculation));
}

/** What cannot be read is not calculated. */
export function readCalculation(text: string): StoredCalculation {
  if (text === '') return null;
  try {
    return alarmDefinitions.alarmExpressionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

import type { alarms } from '@telltale/contract';
import { shownCause } from '@telltale/domain/units/shown-cause.ts';
import { useCallback } from 'react';
import { useOwnUnits } from './use-own-units.ts';

type Told = Pick<alarms.Alarm, 'cause' | 'causeNumbers'>;

const AS_STORED = { conversionOf: () => undefined };

/**
 * How the user reads the cause of an alarm: its numbers in their own units.
 * @returns `named` has the unit behind numbers that are shown as they are stored, too
 */
export function useCauseText(): (alarm: Told, otherwise?: 'named') => string {
  const units = useOwnUnits();
  return useCallback(
    ({ cause, causeNumbers }, otherwise) => {
      if (causeNumbers === undefined || (units === undefined && otherwise === undefined)) return cause;
      return units === 'loading' ? '…' : shownCause(cause, causeNumbers, units ?? AS_STORED, otherwise);
    },
    [units],
  );
}

import type { alarms } from '@telltale/contract';
import { shownCause } from '@telltale/domain/units/shown-cause.ts';
import { useCallback } from 'react';
import { useOwnUnits } from './use-own-units.ts';

type Told = Pick<alarms.Alarm, 'cause' | 'causeNumbers'>;

/** How the user reads the cause of an alarm: its numbers in their own units. */
export function useCauseText(): (alarm: Told) => string {
  const units = useOwnUnits();
  return useCallback(
    ({ cause, causeNumbers }) => {
      if (units === undefined || causeNumbers === undefined) return cause;
      return units === 'loading' ? '…' : shownCause(cause, causeNumbers, units);
    },
    [units],
  );
}

import { useEffect } from 'react';
import { useAlarmCounts } from '#live/use-alarm-counts.ts';
import type { KnownAlarms } from '../asset-list.ts';

/** Follows the alarms of all assets, and tells of them; loaded after the list, which has those it was loaded with. */
export function AlarmCounts({ onKnown }: { onKnown: (alarms: KnownAlarms | undefined) => void }) {
  const counts = useAlarmCounts();
  useEffect(() => onKnown(counts), [counts, onKnown]);
  return null;
}

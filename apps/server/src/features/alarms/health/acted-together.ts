import type { AlarmDefinitionId, EpochMs } from '@telltale/contract';

/** What is acted on within so long of one another on one asset is one deed. */
const ONE_DEED_MS = 60_000;
/** Of more alarms than these in one deed nothing can be told: somebody emptied a list. */
const MOST_OF_DEED = 12;
const LEAST_DEEDS = 5;
const SHARE = 0.9;

export interface Companion {
  readonly alarmDefinitionId: AlarmDefinitionId;
  /** How often both were acted on in one deed. */
  readonly times: number;
}

interface ActedAlarm {
  readonly alarmDefinitionId: AlarmDefinitionId;
  readonly actsMs: readonly EpochMs[];
}

/**
 * Alarms that are always acted on together: in at least nine of ten deeds that concern either of the two, and in five at least.
 * Of such alarms one would do (EEMUA 191, 'redundant alarms').
 * @param ofAssets the alarms of each asset; acts in order of time
 */
export function actedTogether(ofAssets: Iterable<readonly ActedAlarm[]>): Map<AlarmDefinitionId, Companion[]> {
  const deeds = new Map<AlarmDefinitionId, number>();
  const both = new Map<AlarmDefinitionId, Map<AlarmDefinitionId, number>>();
  for (const alarms of ofAssets) {
    const acts = alarms
      .flatMap(({ alarmDefinitionId, actsMs }) => actsMs.map((timeMs) => ({ timeMs, alarmDefinitionId })))
      .sort((a, b) => a.timeMs - b.timeMs);
    for (let start = 0; start < acts.length; ) {
      const began = acts[start]?.timeMs as number;
      let end = start;
      while (end < acts.length && (acts[end]?.timeMs as number) - began <= ONE_DEED_MS) end++;
      const concerned = [...new Set(acts.slice(start, end).map(({ alarmDefinitionId }) => alarmDefinitionId))];
      start = end;
      if (concerned.length > MOST_OF_DEED) continue;
      for (const one of concerned) {
        deeds.set(one, (deeds.get(one) ?? 0) + 1);
        const others = both.get(one) ?? new Map<AlarmDefinitionId, number>();
        both.set(one, others);
        for (const other of concerned) if (other !== one) others.set(other, (others.get(other) ?? 0) + 1);
      }
    }
  }
  const companions = new Map<AlarmDefinitionId, Companion[]>();
  for (const [one, others] of both) {
    const found = [...others]
      .filter(([other, times]) => {
        const either = (deeds.get(one) ?? 0) + (deeds.get(other) ?? 0) - times;
        return times >= LEAST_DEEDS && times / either >= SHARE;
      })
      .map(([alarmDefinitionId, times]) => ({ alarmDefinitionId, times }));
    if (found.length > 0)
      companions.set(
        one,
        found.sort((a, b) => b.times - a.times),
      );
  }
  return companions;
}

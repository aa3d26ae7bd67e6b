import type { alarmLists } from '@telltale/contract';
import type { ActRequest } from '#ui/alarms/act-request.ts';
import type { Outcomes } from './outcome-text.ts';

type Line = alarmLists.ListedAlarm;

export interface Undo {
  readonly request: ActRequest;
  readonly lines: readonly Line[];
}

/**
 * What takes an act back, for the lines that it changed: shelving is brought back, and what was brought back is shelved again
 * until when it was and with the note that it had. Acknowledged, closed and commented is for good: it is on record.
 */
export function undoOf({ act }: ActRequest, lines: readonly Line[], outcomes: Outcomes): Undo[] {
  const changed = lines.filter((_, i) => outcomes[i]?.outcome === 'done');
  if (act === 'shelve') {
    const fresh = changed.filter(({ shelved }) => shelved === null);
    return fresh.length === 0 ? [] : [{ request: { act: 'unshelve' }, lines: fresh }];
  }
  if (act !== 'unshelve') return [];
  const alike = Map.groupBy(
    changed.filter(({ shelved }) => shelved !== null),
    ({ shelved }) => JSON.stringify([shelved?.until, shelved?.note]),
  );
  return [...alike.values()].map((some) => ({
    request: { act: 'shelve', until: some[0]?.shelved?.until ?? '', note: some[0]?.shelved?.note ?? '' },
    lines: some.map((line) => ({ ...line, shelved: null })),
  }));
}

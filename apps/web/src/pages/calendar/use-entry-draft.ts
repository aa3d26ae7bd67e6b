import type { calendar, calendarRepeats, events } from '@telltale/contract';
import { useState } from 'react';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';

/** A maintenance as its editor has it; what a new one does not say yet is undefined. */
export interface EntryDraft {
  assetId: number | undefined;
  eventDefinitionId: number | undefined;
  status: events.EventStatus | undefined;
  /** Of a `MomentField`. */
  wall: string;
  /** What is written below the comments that are there. */
  comment: string;
  meta: string;
  repeat: calendarRepeats.Repeat | null;
}

interface Start {
  entry: calendar.MaintenanceEntry | undefined;
  /** Where a new one stands at first. */
  assetId: number | undefined;
  at: string;
  zone: string;
}

function startOf({ entry, assetId, at, zone }: Start): EntryDraft {
  return {
    assetId: entry?.assetId ?? assetId,
    eventDefinitionId: entry?.eventDefinitionId,
    status: entry?.status,
    wall: clockValue(entry?.timestamp ?? at, zone),
    comment: '',
    meta: entry?.meta ?? '',
    repeat: entry?.repeat ?? null,
  };
}

/** What of a maintenance has been changed and not saved; the rest follows what is stored, whoever changes it. */
export function useEntryDraft(start: Start) {
  const [changed, setChanged] = useState<Partial<EntryDraft>>({});
  /** The meta as it was when it was changed first: others may change other fields meanwhile. */
  const [metaBefore, setMetaBefore] = useState<string>();
  const stored = startOf(start);
  const draft = { ...stored, ...changed };
  const isChanged = Object.entries(changed).some(([name, value]) => !isSame(value, stored[name as keyof EntryDraft]));
  const given = start.entry?.timestamp ?? start.at;
  // The seconds that the field does not show stay as they are while the minute does.
  const timestamp =
    draft.wall === clockValue(given, start.zone) ? given : (isoOfClock(draft.wall, start.zone) ?? undefined);
  return {
    draft,
    isChanged,
    timestamp,
    /** Whether this differs from what is stored. */
    differs: (name: keyof EntryDraft) => !isSame(draft[name], stored[name]),
    metaBefore: metaBefore ?? stored.meta,
    change: (part: Partial<EntryDraft>) => {
      if (part.meta !== undefined) setMetaBefore((before) => before ?? stored.meta);
      setChanged((before) => ({ ...before, ...part }));
    },
    reset: () => {
      setMetaBefore(undefined);
      setChanged({});
    },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

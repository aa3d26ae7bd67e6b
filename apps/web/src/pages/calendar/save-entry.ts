import type { QueryClient } from '@tanstack/react-query';
import type { calendar } from '@telltale/contract';
import { saveMaintenance, saveSeries } from '#api/events/calendar-queries.ts';
import type { EntryDraft } from './use-entry-draft.ts';

interface EntrySaving {
  /** Undefined: it is a new one. */
  entry: calendar.MaintenanceEntry | undefined;
  draft: EntryDraft;
  assetId: number;
  eventDefinitionId: number;
  timestamp: string;
  metaBefore: string;
  differs: (name: keyof EntryDraft) => boolean;
  /** All that follow it in its series too. */
  ofFollowing: boolean;
}

/** Saves a maintenance: what is not named stays as it is, even if somebody else changed it meanwhile. */
export async function saveEntry(
  client: QueryClient,
  { entry, draft, assetId, eventDefinitionId, timestamp, metaBefore, differs, ofFollowing }: EntrySaving,
): Promise<{ eventId: number; timestamp: string }> {
  const comment = draft.comment.trim();
  const event = {
    ...(entry ? { eventId: entry.eventId } : {}),
    assetId,
    ...(entry && !differs('eventDefinitionId') ? {} : { eventDefinitionId }),
    ...(differs('status') ? { status: draft.status } : {}),
    ...(differs('meta') ? { meta: draft.meta, ...(entry ? { metaBefore } : {}) } : {}),
    ...(comment === '' ? {} : { comment }),
  };
  if (ofFollowing) {
    return saveSeries(client, { ...event, timestamp, repeat: draft.repeat });
  }
  const isTimed = entry === undefined || differs('wall');
  const eventId = await saveMaintenance(client, { ...event, ...(isTimed ? { timestamp } : {}) });
  return { eventId, timestamp };
}

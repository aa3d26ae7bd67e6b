import { type AssetId, type EpochMs, type EventDefinitionId, events } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import { WriteBehind } from '#write-behind.ts';
import type { EventRepository, NewEvent } from './event-repository.ts';

/** An asset went offline or came back. */
export interface ConnectionNews {
  assetId: AssetId;
  connected: boolean;
  lastContactMs: EpochMs | null;
  atMs: EpochMs;
}

/** Going offline and coming back are events (spec 3 §7). */
export function connectionEvents(repository: EventRepository, log: Log): WriteBehind<ConnectionNews> {
  const write = (news: ConnectionNews[]) => repository.insertOfExisting(news.map(eventOf));
  return new WriteBehind(write, log, 'changes of connection could not be written as events');
}

function eventOf({ assetId, connected, lastContactMs, atMs }: ConnectionNews): NewEvent {
  const since = lastContactMs === null ? '' : ` since ${new Date(lastContactMs).toISOString()}`;
  const id = connected ? events.ONLINE_EVENT_DEFINITION_ID : events.OFFLINE_EVENT_DEFINITION_ID;
  return {
    assetId,
    eventDefinitionId: id as EventDefinitionId,
    timestampMs: atMs,
    receivedMs: atMs,
    cause: connected ? 'heard of again' : `not heard of${since}`,
    meta: '',
    status: events.EVENT_COMPLETED,
    user: 'telltale',
  };
}

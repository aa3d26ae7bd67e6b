import { type AssetId, type EpochMs, type EventDefinitionId, events } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import { WriteBehind } from '#jobs/write-behind.ts';
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
  return new WriteBehind({ write, log, what: 'events of connections' });
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

export interface ConnectionCatchUp {
  connections: { assetIds(): AssetId[]; wasTold(assetId: AssetId, isConnected: boolean): void };
  repository: EventRepository;
  signal: AbortSignal;
}

const ASSETS_PER_TURN = 50;

/**
 * What changed in the last second before the process was killed, or while it did not run, is no event yet: finds it by what was
 * written last of each asset.
 */
export async function catchUpConnections({ connections, repository, signal }: ConnectionCatchUp): Promise<void> {
  for (const [place, assetId] of connections.assetIds().entries()) {
    if (signal.aborted) return;
    connections.wasTold(assetId, await repository.wasConnected(assetId));
    if (place % ASSETS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

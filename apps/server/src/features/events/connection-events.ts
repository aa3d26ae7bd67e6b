import { type AssetId, type EpochMs, type EventDefinitionId, events } from '@telltale/contract';
import type { Log } from '#config/log.ts';
import type { EventRepository, NewEvent } from './event-repository.ts';

/** An asset went offline or came back. */
export interface ConnectionNews {
  assetId: AssetId;
  connected: boolean;
  lastContactMs: EpochMs | null;
  atMs: EpochMs;
}

const FLUSH_EVERY_MS = 1_000;
/** When everything comes back at once, events are written in portions and the devices do not wait for them. */
const EVENTS_PER_FLUSH = 500;
const MAX_WAITING = 100_000;

/** Going offline and coming back are events (spec 3 §7). */
export class ConnectionEvents {
  readonly #events: EventRepository;
  readonly #log: Log;
  #waiting: NewEvent[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(repository: EventRepository, log: Log) {
    this.#events = repository;
    this.#log = log;
  }

  note(news: ConnectionNews): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(eventOf(news));
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#waiting.length > 0) await this.#write();
  }

  #flush(): void {
    this.#writing = this.#write().finally(() => {
      this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#flush(), FLUSH_EVERY_MS).unref() : undefined;
    });
  }

  async #write(): Promise<void> {
    const some = this.#waiting.splice(0, EVENTS_PER_FLUSH);
    try {
      await this.#events.insertOfExisting(some);
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of connection could not be written as events');
    }
  }
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

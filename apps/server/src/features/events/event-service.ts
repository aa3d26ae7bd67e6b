import {
  type AssetDefinitionId,
  type AssetId,
  type EpochMs,
  type EventDefinitionId,
  type EventId,
  events,
  permissionId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { EventRecord } from '#db/event-record.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, isNotFound, notFound } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';
import { type EventDefinitionRecord, EventDefinitionRepository } from './event-definition-repository.ts';
import { toEvent, toEventDefinition } from './event-replies.ts';
import { type EventFilter, EventRepository } from './event-repository.ts';
import { mergeMeta } from './merge-meta.ts';

export interface EventServiceOptions {
  work: UnitOfWork;
  events: EventRepository;
  definitions: EventDefinitionRepository;
  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 as above, 403 for who does not see all of its assets */
  requireWholeDefinition: (work: Work, caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  definitionOfAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  clock: Clock;
}

const CREATE = permissionId('Events', 'Create');
const MODIFY = permissionId('Events', 'Modify');

/** Events of assets and the kinds that there are. */
export class EventService {
  readonly #options: EventServiceOptions;

  constructor(options: EventServiceOptions) {
    this.#options = options;
  }

  /** Newest first. */
  async list(caller: Caller, filter: EventFilter): Promise<events.AssetEventRecord[]> {
    await this.#options.definitionOfAsset(caller, filter.assetId);
    return this.#replies(await this.#options.events.list(filter));
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller): void {
    if (!holds(caller, CREATE) && !holds(caller, MODIFY)) throw forbidden();
  }

  /** Creates events, or changes those with an id, all or none. */
  async put(caller: Caller, inputs: readonly events.EventInput[]): Promise<events.AssetEventRecord[]> {
    for (const { eventId } of inputs) if (!holds(caller, eventId ? MODIFY : CREATE)) throw forbidden();
    const stored = await this.#options.work.run(caller, (unit) => this.putWithin(unit, caller, inputs));
    return this.#replies(stored);
  }

  /** @throws HttpError 409 for what the portal itself noted */
  async delete(caller: Caller, eventId: EventId): Promise<void> {
    await this.#options.work.run(caller, (unit) => this.deleteWithin(unit, caller, eventId));
  }

  /** Gives one another time as a part of a change that nobody asked for, and says in the journal why. */
  async moveWithin(unit: Work, eventId: EventId, timestampMs: EpochMs, why: string): Promise<void> {
    const old = await unit.of(EventRepository).find(eventId);
    if (!old) return;
    const moved = { ...old, timestampMs };
    await unit.of(EventRepository).update(moved);
    const kind = await unit.of(EventDefinitionRepository).find(old.eventDefinitionId);
    const what = `event ${eventId} ${kind?.name ?? ''} moved ${why}`;
    unit.note({ kind: 'event', assetId: old.assetId, what, before: describe(old), after: describe(moved) });
  }

  /** Deletes one as a part of a change. */
  async deleteWithin(unit: Work, caller: Caller, eventId: EventId): Promise<void> {
    const event = await find(unit, caller, eventId);
    const kind = await unit.of(EventDefinitionRepository).find(event.eventDefinitionId);
    if (kind && isOfPortal(kind)) throw conflict('The portal noted this event itself; it stays.');
    await unit.of(EventRepository).delete(eventId);
    const what = `event ${eventId} ${kind?.name ?? ''} deleted`;
    unit.note({ kind: 'event', assetId: event.assetId, what, before: describe(event) });
  }

  /** By name. */
  async listDefinitions(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<events.EventDefinition[]> {
    await this.#options.requireDefinition(caller, assetDefinitionId);
    return (await this.#options.definitions.listOfDefinition(assetDefinitionId)).map(toEventDefinition);
  }

  /** @throws HttpError 404, 400, 409 when the reason is not the one that was expected */
  async putDefinition(caller: Caller, input: events.EventDefinitionInput): Promise<events.EventDefinition> {
    const { eventDefinitionId, expectedReason, ...fields } = input;
    if (!holds(caller, eventDefinitionId ? MODIFY : CREATE)) throw forbidden();
    const { work, clock, requireWholeDefinition } = this.#options;
    const stored = await work.run(caller, async (unit) => {
      await requireWholeDefinition(unit, caller, input.assetDefinitionId);
      const old = eventDefinitionId ? await this.#definitionToChange(unit, caller, eventDefinitionId) : undefined;
      if (old && old.assetDefinitionId !== input.assetDefinitionId) {
        throw badRequest('The event definition belongs to another asset definition.', { field: 'assetDefinitionId' });
      }
      if (old && expectedReason !== undefined && expectedReason !== old.reason) {
        throw conflict(`Somebody else has changed ${old.name} meanwhile. Look at it as it is now, and save again.`);
      }
      const reason = fields.reason ?? old?.reason ?? '';
      const fault = fields.reason === undefined || reason.trim() === '' ? undefined : faultOfJsonText(reason);
      if (fault) throw badRequest(`The reason ${fault}.`, { field: 'reason' });
      const { name = old?.name, category = old?.category ?? events.CATEGORY_ANNOTATION, assetDefinitionId } = fields;
      if (name === undefined) throw badRequest('There is no name.', { field: 'name' });
      const definition = { assetDefinitionId, name, category, reason, alias: fields.alias ?? old?.alias ?? '' };
      const repository = unit.of(EventDefinitionRepository);
      const changed = old && { ...definition, eventDefinitionId: old.eventDefinitionId };
      if (changed) await repository.update(changed);
      const record = changed ?? (await repository.insert(definition, clock.now()));
      const what = `event definition ${record.eventDefinitionId} ${old ? 'changed' : 'created'}`;
      unit.note({ kind: 'event definition', what, after: record, ...(old ? { before: old } : {}) });
      return record;
    });
    return toEventDefinition(stored);
  }

  /** @throws HttpError 409 that says how many events use it */
  async deleteDefinition(caller: Caller, eventDefinitionId: EventDefinitionId): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const before = await this.#definitionToChange(unit, caller, eventDefinitionId);
      const repository = unit.of(EventDefinitionRepository);
      const count = await repository.countEvents(eventDefinitionId);
      const uses = count === 1 ? '1 event is of it' : `${count} events are of it`;
      if (count > 0) throw conflict(`${before.name} cannot be deleted: ${uses}.`, { events: count });
      await repository.delete(eventDefinitionId);
      unit.note({ kind: 'event definition', what: `event definition ${eventDefinitionId} deleted`, before });
    });
  }

  /**
   * The same within a change whose caller has been looked at.
   * @throws HttpError 404 for what is out of scope, 400
   */
  async putWithin(work: Work, caller: Caller, inputs: readonly events.EventInput[]): Promise<EventRecord[]> {
    const before = new Map<number, EventRecord>();
    const kinds = new Map<EventDefinitionId, EventDefinitionRecord>();
    const kindOf: EventDefinitionRecord[] = [];
    for (const input of inputs) {
      const old = input.eventId ? await find(work, caller, input.eventId) : undefined;
      const kind = await this.#kindOf(work, caller, input, kindOf.length, old);
      kinds.set(kind.eventDefinitionId, kind);
      kindOf.push(kind);
      if (!old) continue;
      before.set(old.eventId, old);
      const was = await work.of(EventDefinitionRepository).find(old.eventDefinitionId);
      if (was) kinds.set(was.eventDefinitionId, was);
    }
    for (const [i, input] of inputs.entries()) refuseWrong(input, i, before.get(input.eventId ?? 0), kindOf[i], kinds);
    const receivedMs = this.#options.clock.now();
    const repository = work.of(EventRepository);
    const records: EventRecord[] = [];
    for (const [i, { eventId, timestamp, ...given }] of inputs.entries()) {
      const { eventDefinitionId } = kindOf[i] as EventDefinitionRecord;
      const old = before.get(eventId ?? 0);
      const cause = causeOf(given, old?.cause ?? '', i);
      const meta = metaOf(given, old?.meta ?? '', i);
      const { status = old?.status ?? events.EVENT_COMPLETED } = given;
      const rest = { assetId: given.assetId, eventDefinitionId, cause, meta, status };
      const timestampMs = timeOf(timestamp, old, i);
      const fields = { ...rest, timestampMs, receivedMs, user: caller.username };
      const changed = old && { ...old, ...rest, timestampMs };
      if (changed) await repository.update(changed);
      const record = changed ?? (await repository.insert(fields));
      records.push(record);
      const { assetId } = record;
      const name = kinds.get(record.eventDefinitionId)?.name ?? '';
      const what = `event ${record.eventId} ${name} ${old ? 'changed' : 'created'}`;
      const after = describe(record);
      work.note({ kind: 'event', assetId, what, after, ...(old ? { before: describe(old) } : {}) });
    }
    return records;
  }

  /** The definition of an event, of the kind of its asset or of every asset; what a change does not name stays. */
  async #kindOf(
    work: Work,
    caller: Caller,
    { assetId, eventDefinitionId: named }: events.EventInput,
    i: number,
    old: EventRecord | undefined,
  ): Promise<EventDefinitionRecord> {
    const ofAsset = await this.#options.definitionOfAssetWithin(work, caller, assetId);
    if (old && old.assetId !== assetId) {
      throw badRequest('The event is one of another asset.', { field: `${i}.assetId` });
    }
    const definitions = work.of(EventDefinitionRepository);
    const eventDefinitionId = named === undefined ? old?.eventDefinitionId : named;
    const kind = await (eventDefinitionId === undefined || eventDefinitionId === null
      ? definitions.findNote()
      : definitions.find(eventDefinitionId));
    const isOfAsset = kind?.assetDefinitionId === null || kind?.assetDefinitionId === ofAsset;
    if (!kind || !(isOfAsset || kind.eventDefinitionId === old?.eventDefinitionId)) {
      throw notFound('The event definition');
    }
    return kind;
  }

  /** @throws HttpError 404 for one out of sight, 403 where not all assets concerned are in sight */
  async #definitionToChange(
    work: Work,
    caller: Caller,
    eventDefinitionId: EventDefinitionId,
  ): Promise<EventDefinitionRecord> {
    const definition = await work.of(EventDefinitionRepository).find(eventDefinitionId);
    if (!definition || definition.assetDefinitionId === null) throw notFound('The event definition');
    await this.#options.requireWholeDefinition(work, caller, definition.assetDefinitionId).catch((error: unknown) => {
      throw isNotFound(error) ? notFound('The event definition') : error;
    });
    return definition;
  }

  async #replies(records: readonly EventRecord[]): Promise<events.AssetEventRecord[]> {
    const kinds = new Map<EventDefinitionId, EventDefinitionRecord>();
    for (const { eventDefinitionId } of records) {
      if (kinds.has(eventDefinitionId)) continue;
      const kind = await this.#options.definitions.find(eventDefinitionId);
      if (kind) kinds.set(eventDefinitionId, kind);
    }
    return records.flatMap((record) => {
      const kind = kinds.get(record.eventDefinitionId);
      return kind ? [toEvent(record, kind)] : [];
    });
  }
}

async function find(work: Work, caller: Caller, eventId: EventId): Promise<EventRecord> {
  const event = await work.of(EventRepository).find(eventId);
  if (!event || !caller.visibility.canSee(event.assetId)) throw notFound('The event');
  return event;
}

/** @throws HttpError 400 */
function refuseWrong(
  input: events.EventInput,
  i: number,
  old: EventRecord | undefined,
  kind: EventDefinitionRecord | undefined,
  kinds: ReadonlyMap<EventDefinitionId, EventDefinitionRecord>,
): void {
  const was = old && kinds.get(old.eventDefinitionId);
  if ([kind, was].some((one) => one && isOfPortal(one))) {
    throw badRequest('Events of this definition are noted by the portal alone.', { field: `${i}.eventDefinitionId` });
  }
  const fault = (input.meta ?? '').trim() === '' ? undefined : faultOfJsonText(input.meta ?? '');
  if (fault) throw badRequest(`meta ${fault}.`, { field: `${i}.meta` });
}

/** Offline and Online; notes are of every asset too, and people's own. */
function isOfPortal({ assetDefinitionId, category }: EventDefinitionRecord): boolean {
  return assetDefinitionId === null && category !== events.CATEGORY_ANNOTATION;
}

/** @throws HttpError 400 for a new one without a time */
function timeOf(timestamp: string | undefined, old: EventRecord | undefined, index: number): EpochMs {
  if (timestamp !== undefined) return Date.parse(timestamp);
  if (old) return old.timestampMs;
  throw badRequest('A new event needs a timestamp.', { field: `${index}.timestamp` });
}

/** @throws HttpError 409 for what is no list of fields, and another text by now; 400 when it is too long with what others added */
function metaOf(
  { meta, metaBefore }: Pick<events.EventInput, 'meta' | 'metaBefore'>,
  old: string,
  index: number,
): string {
  if (meta === undefined) return old;
  const merged = metaBefore === undefined ? meta : mergeMeta(metaBefore, meta, old);
  if (merged === undefined) throw conflict('The metadata was changed meanwhile. Look at it again before you save.');
  if (merged.length <= events.MAX_TEXT) return merged;
  throw badRequest('There is no room for further metadata.', { field: `${index}.meta` });
}

/** @throws HttpError 400 when with the comment it is longer than it may be */
function causeOf({ cause, comment }: Pick<events.EventInput, 'cause' | 'comment'>, old: string, index: number): string {
  const said = cause ?? old;
  if (comment === undefined) return said;
  const whole = said === '' ? comment : `${said}\n${comment}`;
  if (whole.length <= events.MAX_TEXT) return whole;
  throw badRequest('There is no room for a further comment.', { field: `${index}.comment` });
}

function describe({ eventDefinitionId, timestampMs, cause, meta, status }: EventRecord) {
  return { eventDefinitionId, timestamp: new Date(timestampMs).toISOString(), cause, meta, status };
}

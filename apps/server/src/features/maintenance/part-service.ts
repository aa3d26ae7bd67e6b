import {
  type AssetDefinitionId,
  type AssetId,
  type BodyOf,
  type EpochMs,
  type EventDefinitionId,
  type EventId,
  events,
  type parts,
} from '@telltale/contract';
import { z } from 'zod';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, notFound } from '#http/errors.ts';
import type { AssetOfParts, PartBook } from './part-book.ts';
import { type CounterNames, readingOf, readMeta, writeMeta } from './part-meta.ts';
import { type PartDone, PartRepository } from './part-repository.ts';
import { PartSchedule } from './part-schedule.ts';
import { type PartMoments, toPart } from './part-state.ts';

/** An event as it is written; of one that changes, what is absent stays. */
type RecordInput = Pick<events.EventInput, 'eventId' | 'cause' | 'meta' | 'status'> & {
  assetId: AssetId;
  eventDefinitionId: EventDefinitionId;
  timestamp: string;
};

export interface PartServiceOptions {
  work: UnitOfWork;
  repository: PartRepository;
  book: PartBook;
  moments: PartMoments;
  /** @throws HttpError 404 when the asset is out of scope */
  assetOf: (caller: Caller, assetId: AssetId) => Promise<AssetOfParts>;
  assetWithin: (
    work: Work,
    caller: Caller,
    assetId: AssetId,
  ) => Promise<Pick<AssetOfParts, 'assetDefinitionId' | 'schedule'>>;
  /** What its attributes said at a past time. */
  attributesAt: (assetId: AssetId, timeMs: EpochMs) => Promise<Pick<AssetOfParts, 'schedule' | 'aliasMap'>>;
  /** @throws HttpError 404, 400 */
  putEvents: (work: Work, caller: Caller, inputs: RecordInput[]) => Promise<{ eventId: EventId }[]>;
  clock: Clock;
}

/** A date may be ahead by as much as clocks differ. */
const AHEAD_MS = 600_000;

/** The parts of an asset: how far each is used, and when it was done. Records are events of the asset. */
export class PartService {
  readonly #options: PartServiceOptions;

  constructor(options: PartServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 when the asset is out of scope */
  async requireVisible(caller: Caller, assetId: AssetId): Promise<void> {
    await this.#options.assetOf(caller, assetId);
  }

  /** @param pastMs a past time; undefined: now */
  async grid(caller: Caller, assetId: AssetId, pastMs: EpochMs | undefined): Promise<parts.PartGrid> {
    const { book, moments, clock, attributesAt } = this.#options;
    const asset = await this.#options.assetOf(caller, assetId);
    const nowMs = clock.now();
    const isPast = pastMs !== undefined && pastMs < nowMs;
    const atMs = isPast ? pastMs : nowMs;
    const [found] = isPast
      ? [await book.partsAt({ ...asset, ...(await attributesAt(assetId, atMs)) }, atMs)]
      : await book.partsOf([asset], nowMs);
    const answer = { assetId, at: new Date(atMs).toISOString() };
    if (!found) return { ...answer, fault: new PartSchedule(asset.schedule).fault ?? null, parts: [] };
    const list = await moments.momentsOf(found, nowMs, isPast ? atMs : undefined);
    return {
      ...answer,
      fault: found.fault ?? null,
      parts: list.map((moment) => ({ ...toPart(moment, atMs), options: optionsOf(moment.part.definition.reason) })),
    };
  }

  /** When a part was done, newest first. */
  async records(
    caller: Caller,
    assetId: AssetId,
    eventDefinitionId: EventDefinitionId,
    page: { pastMs: EpochMs | undefined; limit: number; offset: number },
  ): Promise<{ total: number; records: parts.PartRecord[] }> {
    const { repository, clock } = this.#options;
    const asset = await this.#options.assetOf(caller, assetId);
    const { name } = await this.#definitionOf(repository, asset, eventDefinitionId);
    const { limit, offset, pastMs } = page;
    const atMs = Math.min(pastMs ?? Number.POSITIVE_INFINITY, clock.now() + AHEAD_MS);
    const { total, records } = await repository.listOfPart(assetId, eventDefinitionId, { atMs, limit, offset });
    const names = this.#counterOf(asset, name);
    return { total, records: records.map((done) => toRecord(done, names)) };
  }

  /** @throws HttpError 404, 400 for a date to come */
  async record(
    caller: Caller,
    assetId: AssetId,
    eventDefinitionId: EventDefinitionId,
    { timestamp, partNumber, counterValue, comment }: BodyOf<typeof parts.recordPart>,
  ): Promise<parts.PartRecord> {
    this.#refuseFuture(timestamp);
    return this.#options.work.run(caller, async (unit) => {
      const names = await this.#counterWithin(unit, caller, assetId, eventDefinitionId);
      const meta = writeMeta('', { ...names, counterValue, partNumber });
      const status = events.EVENT_COMPLETED;
      const [{ eventId } = notStored()] = await this.#options.putEvents(unit, caller, [
        { assetId, eventDefinitionId, timestamp, cause: comment, meta, status },
      ]);
      return stored(unit, eventId, names);
    });
  }

  /** Comments are appended to what stands there, whoever wrote meanwhile. @throws HttpError 404, 400 */
  async change(
    caller: Caller,
    {
      assetId,
      eventDefinitionId,
      eventId,
    }: { assetId: AssetId; eventDefinitionId: EventDefinitionId; eventId: EventId },
    { timestamp, partNumber, counterValue, comment = '' }: BodyOf<typeof parts.changePartRecord>,
  ): Promise<parts.PartRecord> {
    if (timestamp !== undefined) this.#refuseFuture(timestamp);
    return this.#options.work.run(caller, async (unit) => {
      const names = await this.#counterWithin(unit, caller, assetId, eventDefinitionId);
      const old = await unit.of(PartRepository).findDone(eventId);
      if (!old || old.assetId !== assetId || old.eventDefinitionId !== eventDefinitionId) throw notFound('The record');
      const isMetaChanged = partNumber !== undefined || counterValue !== undefined;
      await this.#options.putEvents(unit, caller, [
        {
          eventId,
          assetId,
          eventDefinitionId,
          timestamp: timestamp ?? new Date(old.timestampMs).toISOString(),
          cause: [old.cause, comment].filter((text) => text !== '').join('\n'),
          ...(isMetaChanged ? { meta: writeMeta(old.meta, { ...names, counterValue, partNumber }) } : {}),
        },
      ]);
      return stored(unit, eventId, names);
    });
  }

  async #counterWithin(work: Work, caller: Caller, assetId: AssetId, id: EventDefinitionId): Promise<CounterNames> {
    const asset = await this.#options.assetWithin(work, caller, assetId);
    const { name } = await this.#definitionOf(work.of(PartRepository), asset, id);
    return this.#counterOf({ ...asset, assetId }, name);
  }

  /** Readings are written under the label, as they are counted, however long the path is that leads to it. */
  #counterOf({ assetId, schedule }: Pick<AssetOfParts, 'assetId' | 'schedule'>, name: string): CounterNames {
    const counterPath = new PartSchedule(schedule).planOf(name).counter;
    const { label } = this.#options.book.counterOf({ assetId, aliasMap: undefined }, counterPath);
    return { counter: label, counterPath };
  }

  async #definitionOf(
    repository: PartRepository,
    { assetDefinitionId }: { assetDefinitionId: AssetDefinitionId },
    eventDefinitionId: EventDefinitionId,
  ) {
    const definition = await repository.findDefinition(eventDefinitionId);
    if (definition?.assetDefinitionId !== assetDefinitionId) throw notFound('The part');
    return definition;
  }

  #refuseFuture(timestamp: string): void {
    if (Date.parse(timestamp) > this.#options.clock.now() + AHEAD_MS) {
      throw badRequest('The date lies ahead: a record says what was done.', { field: 'timestamp' });
    }
  }
}

async function stored(work: Work, eventId: EventId, names: CounterNames): Promise<parts.PartRecord> {
  const done = await work.of(PartRepository).findDone(eventId);
  return toRecord(done ?? notStored(), names);
}

function notStored(): never {
  throw new Error('A record that was written cannot be read.');
}

function toRecord({ eventId, timestampMs, cause, meta, user }: PartDone, names: CounterNames): parts.PartRecord {
  const told = readMeta(meta);
  return {
    eventId,
    timestamp: new Date(timestampMs).toISOString(),
    partNumber: told.partNumber,
    counterValue: readingOf(told, names) ?? null,
    comments: cause,
    user,
  };
}

const reasonSchema = z.object({ options: z.array(z.string()) });

/** Part numbers that the definition's reason names; a reason that is none has no options. */
function optionsOf(reason: string): string[] {
  try {
    return reasonSchema.parse(JSON.parse(reason)).options;
  } catch {
    return [];
  }
}

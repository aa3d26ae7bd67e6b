import type { AssetDefinitionId, definitionFiles, EventDefinitionId } from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Clock } from '#clock.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import {
  type DefinitionPart,
  type PartChanges,
  type StoredEntry,
  textOfValue,
  valueOfText,
} from '#expressions/definition-parts.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';
import { type EventDefinitionRecord, EventDefinitionRepository } from './event-definition-repository.ts';

type Entry = definitionFiles.EventEntry;

const MAX_REASON_LENGTH = 1_000_000;

/** The event definitions of a definition, by name. */
export class EventPart implements DefinitionPart<Entry> {
  readonly group = 'Events';
  readonly many = 'event definitions';
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nameOf({ name }: Entry): string {
    return name;
  }

  comparable(entry: Entry): unknown {
    return { ...entry, reason: entry.reason ?? null };
  }

  labelsOf(): string[] {
    return [];
  }

  async list(records: Records, assetDefinitionId: AssetDefinitionId): Promise<StoredEntry<Entry>[]> {
    const events = await records.of(EventDefinitionRepository).listOfDefinition(assetDefinitionId);
    return events
      .sort((a, b) => compareNaturally(a.name, b.name) || a.eventDefinitionId - b.eventDefinitionId)
      .map(({ eventDefinitionId, name, alias, category, reason }) => ({
        id: eventDefinitionId,
        entry: { name, alias, category, reason: valueOfText(reason) },
      }));
  }

  async apply(
    unit: Work,
    _caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { added, changed, removed }: PartChanges<Entry>,
  ): Promise<void> {
    const repository = unit.of(EventDefinitionRepository);
    for (const { id, entry } of changed) {
      const before = await this.#find(unit, id);
      const after = { ...fieldsOf(entry, assetDefinitionId), eventDefinitionId: before.eventDefinitionId };
      await repository.update(after);
      unit.note({ kind: 'event definition', what: `event definition ${id} changed`, before, after });
    }
    for (const entry of added) {
      const after = await repository.insert(fieldsOf(entry, assetDefinitionId), this.#clock.now());
      const what = `event definition ${after.eventDefinitionId} created`;
      unit.note({ kind: 'event definition', what, after });
    }
    for (const { id } of removed) {
      const before = await this.#find(unit, id);
      const count = await repository.countEvents(before.eventDefinitionId);
      const uses = count === 1 ? '1 event is of it' : `${count} events are of it`;
      if (count > 0) throw conflict(`${before.name} cannot be deleted: ${uses}.`, { events: count });
      await repository.delete(before.eventDefinitionId);
      unit.note({ kind: 'event definition', what: `event definition ${id} deleted`, before });
    }
  }

  async #find(unit: Work, id: number): Promise<EventDefinitionRecord> {
    const found = await unit.of(EventDefinitionRepository).find(id as EventDefinitionId);
    if (!found) throw notFound('The event definition');
    return found;
  }
}

function fieldsOf({ name, alias, category, reason: value }: Entry, assetDefinitionId: AssetDefinitionId) {
  const reason = textOfValue(value);
  const field = `events: ${name}`;
  if (reason.length > MAX_REASON_LENGTH) throw badRequest(`${field} has a reason that is too long.`, { field });
  const fault = reason === '' ? undefined : faultOfJsonText(reason);
  if (fault) throw badRequest(`${field}: the reason ${fault}.`, { field });
  return { assetDefinitionId, name, alias, category, reason };
}

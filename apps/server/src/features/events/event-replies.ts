import type { events } from '@telltale/contract';
import { z } from 'zod';
import type { EventRecord } from '#db/event-record.ts';
import type { EventDefinitionRecord } from './event-definition-repository.ts';

const reasonSchema = z.object({ options: z.array(z.string()) });

/** What the reason's JSON text holds; what cannot be read has no options. */
function expandReason(reason: string): { options: string[] } {
  try {
    return reasonSchema.parse(JSON.parse(reason));
  } catch {
    return { options: [] };
  }
}

export function toEventDefinition(record: EventDefinitionRecord): events.EventDefinition {
  return { ...record, reasonExpanded: expandReason(record.reason) };
}

export function toEvent(record: EventRecord, definition: EventDefinitionRecord): events.AssetEventRecord {
  const { timestampMs, receivedMs, ...rest } = record;
  return {
    ...rest,
    timestamp: new Date(timestampMs).toISOString(),
    received: new Date(receivedMs).toISOString(),
    eventDefinition: toEventDefinition(definition),
  };
}

import type { AssetDefinitionId, events } from '@telltale/contract';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../context.ts';
import type { DemoAsset } from './make-assets.ts';

const DAY_MS = 86_400_000;

/** Makes the alarm definitions of a plan that are missing; what is there stays as visitors left it. */
export async function makeAlarms(
  { alarmDefinitionService }: Context,
  { alarms }: Pick<DemoPlan, 'alarms'>,
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
): Promise<void> {
  for (const { definition, expression, selfAck, ...fields } of alarms) {
    const assetDefinitionId = required(definitionIds, definition);
    const known = await alarmDefinitionService.list(systemCaller, assetDefinitionId);
    if (known.some(({ name }) => nameKey(name) === nameKey(fields.name))) continue;
    const rest = { selfAck: selfAck ? (1 as const) : (0 as const), expiration: 0, jobId: 0 };
    const alarmExpression = { expression, variables: [] };
    await alarmDefinitionService.put(systemCaller, [{ assetDefinitionId, alarmExpression, ...rest, ...fields }]);
  }
}

/** Makes the event definitions of a plan that are missing, and the events of assets that are new. */
export async function makeEvents(
  { eventService, clock }: Context,
  plan: Pick<DemoPlan, 'eventDefinitions' | 'events' | 'assets'>,
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
  assets: ReadonlyMap<string, DemoAsset>,
): Promise<void> {
  const known = new Map<string, events.EventDefinition>();
  for (const [definition, assetDefinitionId] of definitionIds) {
    for (const one of await eventService.listDefinitions(systemCaller, assetDefinitionId)) {
      known.set(`${definition} ${one.name}`, one);
    }
  }
  for (const { definition, name, category, options } of plan.eventDefinitions) {
    if (known.has(`${definition} ${name}`)) continue;
    const reason = options.length > 0 ? JSON.stringify({ options }) : '';
    const input = { assetDefinitionId: required(definitionIds, definition), name, category, reason };
    known.set(`${definition} ${name}`, await eventService.putDefinition(systemCaller, input));
  }
  const inputs: events.EventInput[] = [];
  for (const { serialNumber, name, daysAgo, cause, meta, status } of plan.events) {
    const definition = plan.assets.find((asset) => asset.serialNumber === serialNumber)?.definition;
    const kind = known.get(`${definition} ${name}`);
    const asset = assets.get(serialNumber);
    if (!kind || !asset)
      throw new Error(`The plan has an event ${name} of ${serialNumber}, and no such kind or asset.`);
    if (!asset.isNew) continue;
    const timestamp = new Date(clock.now() - daysAgo * DAY_MS).toISOString();
    const { assetId } = asset;
    const { eventDefinitionId } = kind;
    inputs.push({ assetId, eventDefinitionId, timestamp, cause, meta: JSON.stringify(meta), status });
  }
  if (inputs.length > 0) await eventService.put(systemCaller, inputs);
}

/** The id of a definition that the plan names. */
export function required(ids: ReadonlyMap<string, AssetDefinitionId>, definition: string): AssetDefinitionId {
  const id = ids.get(definition);
  if (id === undefined) throw new Error(`The plan has no definition ${definition}.`);
  return id;
}

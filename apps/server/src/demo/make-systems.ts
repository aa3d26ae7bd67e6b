import type { AssetDefinitionId } from '@telltale/contract';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../context.ts';
import { required } from './make-alarms.ts';
import type { DemoAsset } from './make-assets.ts';

/** Makes the systems of a plan that are missing, with their definitions. */
export async function makeSystems(
  { systemDefinitionService, systemService }: Context,
  plan: Pick<DemoPlan, 'systemDefinitions' | 'systems'>,
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
  assets: ReadonlyMap<string, DemoAsset>,
): Promise<void> {
  const known = await systemDefinitionService.list();
  const definitions = new Map<string, (typeof known)[number]>();
  for (const { name, description, slots } of plan.systemDefinitions) {
    const stored = known.find((one) => nameKey(one.name) === nameKey(name));
    const wanted = slots.map((slot) => ({
      name: slot.name,
      assetDefinitionId: required(definitionIds, slot.definition),
      critical: false,
      exclusive: slot.exclusive,
    }));
    definitions.set(
      name,
      stored ?? (await systemDefinitionService.save(systemCaller, { name, description, slots: wanted })),
    );
  }
  const existing = new Set((await systemService.list(systemCaller)).map(({ name }) => nameKey(name)));
  for (const { name, definition, slots } of plan.systems) {
    const of = definitions.get(definition);
    if (!of) throw new Error(`The plan has no system definition ${definition}.`);
    // A system that somebody deleted stays so, as long as its assets are those of an earlier start.
    const isNew = Object.values(slots).every((serialNumber) => assets.get(serialNumber)?.isNew);
    if (existing.has(nameKey(name)) || !isNew) continue;
    const currentSlotAssignments = Object.entries(slots).flatMap(([slotName, serialNumber]) => {
      const slotId = of.slots.find((slot) => slot.name === slotName)?.slotId;
      const assetId = assets.get(serialNumber)?.assetId;
      return slotId === undefined || assetId === undefined ? [] : [{ slotId, assetId }];
    });
    const { systemDefinitionId } = of;
    await systemService.save(systemCaller, { name, systemDefinitionId, currentSlotAssignments });
  }
}

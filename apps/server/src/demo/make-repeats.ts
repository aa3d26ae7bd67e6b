import type { AssetDefinitionId, EpochMs } from '@telltale/contract';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { clockFields } from '@telltale/domain/format/time.ts';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';
import { systemCaller } from '#http/system-caller.ts';
import type { Context } from '../context.ts';
import { required } from './make-alarms.ts';
import type { DemoAsset } from './make-assets.ts';

/** Plans what comes again by a counter, on assets that are new. */
export async function makeRepeats(
  { eventService, seriesService, clock }: Context,
  plan: Pick<DemoPlan, 'repeats' | 'assets'>,
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
  assets: ReadonlyMap<string, DemoAsset>,
): Promise<void> {
  for (const { serialNumber, name, counter, every, zone, hour } of plan.repeats) {
    const asset = assets.get(serialNumber);
    const definition = plan.assets.find((one) => one.serialNumber === serialNumber)?.definition;
    if (!asset || definition === undefined)
      throw new Error(`The plan repeats ${name} of ${serialNumber}: no such asset.`);
    if (!asset.isNew) continue;
    const kinds = await eventService.listDefinitions(systemCaller, required(definitionIds, definition));
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`The plan repeats ${name} of ${serialNumber}, and there is no such kind.`);
    await seriesService.put(systemCaller, {
      assetId: asset.assetId,
      eventDefinitionId: kind.eventDefinitionId,
      timestamp: new Date(atHour(clock.now(), hour, zone)).toISOString(),
      status: 1,
      repeat: { unit: 'counter', counter, every, zone, end: { kind: 'never' } },
    });
  }
}

/** That hour of the day on which it is now. */
function atHour(nowMs: EpochMs, hour: number, zone: string): EpochMs {
  return momentOf({ ...clockFields(nowMs, zone), hour, minute: 0, second: 0, millisecond: 0 }, zone);
}

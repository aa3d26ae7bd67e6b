import { gatewayIdSchema } from '@telltale/contract';
import { z } from 'zod';
import { controlCommand } from '#control/control-command.ts';
import { systemCaller } from '#http/system-caller.ts';
import { findOrCreateAsset, labelsFor } from '../import/import-target.ts';

/** Replays that were killed leave their gateway behind; the next one knows it by its name. */
const nameOf = (serialNumber: string) => `replay of ${serialNumber}`;

/** Makes a gateway for one replay: an asset's own token is not known to anybody but the device. */
export const replayBeginCommand = controlCommand({
  name: 'replay begin',
  input: z.object({
    serialNumber: z.string().trim().min(1).max(255),
    definitionName: z.string().trim().min(1).max(255).optional(),
    create: z.boolean(),
    columns: z.array(z.object({ index: z.number(), name: z.string() })),
  }),
  async run(context, input) {
    const target = await findOrCreateAsset(context, input);
    const labels = await labelsFor(context, target, input.columns);
    const { gatewayService } = context;
    const name = nameOf(target.serialNumber);
    for (const old of await gatewayService.list(systemCaller)) {
      if (old.name === name) await gatewayService.delete(systemCaller, old.gatewayId);
    }
    const { gatewayId, accessToken } = await gatewayService.create(systemCaller, name);
    return { gatewayId: Number(gatewayId), accessToken, serialNumber: target.serialNumber, labels };
  },
});

export const replayEndCommand = controlCommand({
  name: 'replay end',
  input: z.object({ gatewayId: gatewayIdSchema }),
  async run({ gatewayService }, { gatewayId }) {
    await gatewayService.delete(systemCaller, gatewayId);
    return {};
  },
});

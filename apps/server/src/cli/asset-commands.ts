import { z } from 'zod';
import { CommandError, controlCommand } from '#control/control-command.ts';
import { systemCaller } from '#http/system-caller.ts';

/** `telltale asset add <serial>`: an asset, with its definition when there is none of that name; answers its token. */
export const assetAddCommand = controlCommand({
  name: 'asset add',
  input: z.object({ serialNumber: z.string(), definitionName: z.string(), alias: z.string().optional() }),
  async run(context, { serialNumber, definitionName, alias }) {
    if (await context.registry.findBySerialNumber(serialNumber)) {
      throw new CommandError(`There is an asset with the serial number ${serialNumber} already.`);
    }
    const { assetDefinitionId } = await context.definitionService.ensure(systemCaller, definitionName);
    const wish = { serialNumber, assetDefinitionId, ...(alias === undefined ? {} : { assetAlias: alias }) };
    const { assetId, accessToken } = await context.assetService.create(systemCaller, wish);
    return { assetId, accessToken };
  },
});

/** `telltale gateway add <name>`: a token for a gateway or a Sparkplug edge. */
export const gatewayAddCommand = controlCommand({
  name: 'gateway add',
  input: z.object({ name: z.string() }),
  async run({ gatewayService }, { name }) {
    const { gatewayId, accessToken } = await gatewayService.create(systemCaller, name);
    return { gatewayId, accessToken };
  },
});

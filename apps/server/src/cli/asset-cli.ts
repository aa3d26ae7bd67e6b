import type { Command } from 'commander';
import type { Config } from '#config/config.ts';
import { runCommand } from '#control/run-command.ts';
import { assetAddCommand, gatewayAddCommand } from './asset-commands.ts';

/** Adds `telltale asset add` and `telltale gateway add`. */
export function addAssets(telltale: Command, config: () => Config, say: (line: string) => void): void {
  telltale
    .command('asset')
    .description('equipment')
    .command('add <serial>')
    .description('create an asset and print its access token, this once')
    .requiredOption('--definition <name>', 'its definition, made when there is none of this name')
    .option('--alias <alias>', 'the name that people see')
    .action(async (serialNumber: string, { definition, alias }: { definition: string; alias?: string }) => {
      const input = { serialNumber, definitionName: definition, ...(alias === undefined ? {} : { alias }) };
      const { assetId, accessToken } = await runCommand(config(), assetAddCommand, input);
      say(`${serialNumber} is asset ${assetId}. Its access token, shown this once:\n${accessToken}`);
    });
  telltale
    .command('gateway')
    .description('gateways and Sparkplug edges')
    .command('add <name>')
    .description('create a gateway and print its access token, this once')
    .action(async (name: string) => {
      const { accessToken } = await runCommand(config(), gatewayAddCommand, { name });
      say(`${name} may connect. Its access token, shown this once:\n${accessToken}`);
    });
}

import type { Command } from 'commander';
import { userPath } from '../user-path.ts';
import { installService } from './install-service.ts';

export function addService(telltale: Command, say: (line: string) => void): void {
  telltale
    .command('service')
    .description('the portal as a service of this machine')
    .command('install')
    .description('write a unit of systemd (Debian), the user, the data folder and the settings that it needs')
    .option('--user <name>', 'as whom it runs', 'telltale')
    .option('--data <folder>', 'its data folder (/var/lib/telltale)')
    .option('--root <folder>', 'write the files below this folder and change nothing of this machine')
    .action(({ user, data, root }: { user: string; data?: string; root?: string }) => {
      const paths = { data: data && userPath(data), root: root && userPath(root) };
      return installService({ user, ...paths }, process.env, say);
    });
}

import { backupCommand } from '../cli/backup-command.ts';
import { userAddCommand, userPasswordCommand } from '../cli/user-commands.ts';
import type { ControlCommand } from './control-command.ts';

/** Every command that a running portal takes over its control socket. */
export const controlCommands: readonly ControlCommand[] = [
  userAddCommand,
  userPasswordCommand,
  backupCommand,
] as readonly ControlCommand[];

import { assetAddCommand, gatewayAddCommand } from '../cli/asset-commands.ts';
import { backupCommand } from '../cli/backup-command.ts';
import { importCommand } from '../cli/import/import-command.ts';
import { moveHistoryCommand } from '../cli/move-history-command.ts';
import { replayBeginCommand, replayEndCommand } from '../cli/replay/replay-command.ts';
import { userAddCommand, userPasswordCommand, userSecondFactorOffCommand } from '../cli/user-commands.ts';
import type { ControlCommand } from './control-command.ts';

/** Every command that a running portal takes over its control socket. */
export const controlCommands: readonly ControlCommand[] = [
  userAddCommand,
  userPasswordCommand,
  userSecondFactorOffCommand,
  assetAddCommand,
  gatewayAddCommand,
  backupCommand,
  importCommand,
  moveHistoryCommand,
  replayBeginCommand,
  replayEndCommand,
] as readonly ControlCommand[];

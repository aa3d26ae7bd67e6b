import type { z } from 'zod';
import type { Config } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { createContext } from '../context.ts';
import { dataFolderAt, isLocked } from '../data-folder.ts';
import { showFirstAccount } from '../first-start.ts';
import { sendCommand } from './control-client.ts';
import type { ControlCommand } from './control-command.ts';

/**
 * Runs a command on the portal of a data folder: in the running one, or here when none runs. The result comes as JSON
 * would carry it either way.
 */
export async function runCommand<Input, Result>(
  config: Config,
  command: ControlCommand<Input, Result>,
  input: z.input<z.ZodType<Input>>,
  onProgress: (value: unknown) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result> {
  const folder = dataFolderAt(config.dataFolder);
  if (await isLocked(folder.path)) {
    return (await sendCommand(folder.controlSocket, { command: command.name, input }, onProgress, signal)) as Result;
  }
  const context = await createContext(config, createLog('warn'), { onFirstAccount: showFirstAccount });
  try {
    const result = await command.run(context, command.input.parse(input), { report: onProgress, signal });
    return JSON.parse(JSON.stringify(result ?? null)) as Result;
  } finally {
    await context.closing.disposeAsync();
  }
}

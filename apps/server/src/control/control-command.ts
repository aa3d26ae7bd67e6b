import type { z } from 'zod';
import type { Context } from '../context.ts';

/** How a command tells what it is doing, and hears that nobody waits for it any more. */
export interface Progress {
  /** Any JSON value; the command line shows it as it likes. */
  report(value: unknown): void;
  readonly signal: AbortSignal;
}

/**
 * Something that the command line does to a portal: inside the running one, through its control socket, or in a process
 * of its own when none runs on the data folder. Input, progress and result travel as JSON.
 */
export interface ControlCommand<Input = unknown, Result = unknown> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  run(context: Context, input: Input, progress: Progress): Promise<Result>;
}

/** Declares a command; the identity function, but it infers the input. */
export function controlCommand<Input, Result>(command: ControlCommand<Input, Result>): ControlCommand<Input, Result> {
  return command;
}

/** A command refused; the message is shown as it stands. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Log } from '#config/log.ts';
import { HttpError } from '#http/errors.ts';
import type { Context } from '../context.ts';
import { CommandError, type ControlCommand } from './control-command.ts';
import { type ControlAnswer, readJsonLines, requestSchema } from './control-messages.ts';

/** The longest path of a unix socket on Linux and macOS, with its closing zero. */
const MAX_SOCKET_PATH_BYTES = 103;

export interface ControlServer {
  close(): Promise<void>;
}

/**
 * Listens for the command line on a socket in the data folder, which only the owner of the folder can open. Undefined
 * when the folder's path is too long for a socket: the commands then need the portal to be stopped.
 */
export async function startControlServer(
  path: string,
  context: Context,
  commands: readonly ControlCommand[],
): Promise<ControlServer | undefined> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) {
    context.log.warn({ path }, 'the path is too long for the control socket');
    return undefined;
  }
  // The lock on the data folder says that no other portal listens here: the file is what a killed one left behind.
  await rm(path, { force: true });
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, context, commands, context.log);
  });
  await listen(server, path);
  await chmod(path, 0o600);
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

async function serve(socket: Socket, context: Context, commands: readonly ControlCommand[], log: Log): Promise<void> {
  const left = new AbortController();
  socket.on('close', () => left.abort());
  const send = (answer: ControlAnswer) => {
    if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
  };
  try {
    for await (const line of readJsonLines(socket)) {
      const request = requestSchema.parse(line);
      const command = commands.find((known) => known.name === request.command);
      if (!command) throw new CommandError(`The running portal does not know the command ${request.command}.`);
      const progress = { report: (value: unknown) => send({ progress: value }), signal: left.signal };
      send({ result: await command.run(context, command.input.parse(request.input), progress) });
    }
  } catch (error) {
    if (left.signal.aborted) return;
    if (!isShown(error)) log.error({ err: error }, 'a command failed');
    send({ error: messageOf(error) });
  }
  socket.end();
}

/** Refusals are meant for whoever gave the command. */
export function isShown(error: unknown): boolean {
  return error instanceof CommandError || error instanceof HttpError;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

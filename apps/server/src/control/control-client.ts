import { once } from 'node:events';
import { connect } from 'node:net';
import { CommandError } from './control-command.ts';
import { answerSchema, type ControlRequest, readJsonLines } from './control-messages.ts';

/**
 * Gives a command to the portal that listens on the socket.
 * @throws CommandError with the portal's text when it refuses, or ends before it has answered
 */
export async function sendCommand(
  path: string,
  request: ControlRequest,
  onProgress: (value: unknown) => void,
  signal?: AbortSignal,
): Promise<unknown> {
  const socket = connect(path);
  signal?.addEventListener('abort', () => socket.destroy(), { once: true });
  await once(socket, 'connect');
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    for await (const line of readJsonLines(socket)) {
      const answer = answerSchema.parse(line);
      if ('error' in answer) throw new CommandError(answer.error);
      if ('result' in answer) return answer.result;
      onProgress(answer.progress);
    }
  } finally {
    socket.destroy();
  }
  throw new CommandError('The portal ended before it had answered.');
}

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '#control/control-command.ts';

/**
 * A new password: from TELLTALE_NEW_PASSWORD, from a pipe (its first line), or typed twice without being shown. It is
 * never an argument, which every user of the machine could read.
 */
export async function askPassword(): Promise<string> {
  const given = process.env.TELLTALE_NEW_PASSWORD;
  if (given !== undefined && given !== '') return given;
  if (!process.stdin.isTTY) return readLine();
  const first = await prompt('Password: ');
  if (first !== (await prompt('Once more: '))) throw new CommandError('Passwords do not match');
  return first;
}

async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  throw new CommandError('No password was given.');
}

async function prompt(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stdout.write('\n');
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokerFile, brokerFileSchema } from '@telltale/contract';
import { z } from 'zod';
import { ConfigError } from '#config/config.ts';

export const BROKER_FILE = 'broker.json';

/**
 * broker.json of the first folder that has one; without any, what its fields are when they are left out.
 * @throws ConfigError when it is written wrongly: what comes of a message must not be guessed
 */
export async function readBrokerFile(folders: readonly string[]): Promise<BrokerFile> {
  for (const folder of folders) {
    const path = join(folder, BROKER_FILE);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return parse(text, path);
  }
  return brokerFileSchema.parse({});
}

function parse(text: string, path: string): BrokerFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${path} is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  const parsed = brokerFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`${path} is written wrongly: ${z.prettifyError(parsed.error)}`);
}

import { type FrameSite, frameSitesSchema } from '@telltale/contract';
import { z } from 'zod';
import { ConfigError } from '#config/config.ts';
import { HttpError } from '#http/errors.ts';
import type { ConfigFiles } from './config-files.ts';

/**
 * The sites of frames.json that tiles may show. Without the file there are none.
 * @throws ConfigError when the file is written wrongly: a policy must not be guessed
 */
export async function readFrameSites(files: Pick<ConfigFiles, 'read'>): Promise<readonly FrameSite[]> {
  let text: string;
  try {
    text = await files.read('frames.json', true);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return [];
    throw error;
  }
  const parsed = frameSitesSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new ConfigError(`frames.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data.sites;
}

import { HttpError } from '#http/errors.ts';
import type { ConfigFiles } from './config-files.ts';

const ADDRESS = /https?:\/\/[^\s"'{}\\/]+/gi;
const FILES = ['map.json', 'geosources.json'];

/**
 * The origins from which map.json and geosources.json let maps load pictures and shapes: the only other places that
 * the page may reach. A file that is missing or no JSON names none; whoever opens a map is told of the latter.
 */
export async function mapOrigins(files: Pick<ConfigFiles, 'read'>): Promise<string[]> {
  const origins = new Set<string>();
  for (const file of FILES) {
    for (const [address] of (await readIfThere(files, file)).matchAll(ADDRESS)) {
      if (URL.canParse(address)) origins.add(new URL(address).origin);
    }
  }
  return [...origins].sort();
}

async function readIfThere(files: Pick<ConfigFiles, 'read'>, file: string): Promise<string> {
  try {
    return await files.read(file, true);
  } catch (error) {
    if (error instanceof HttpError) return '';
    throw error;
  }
}

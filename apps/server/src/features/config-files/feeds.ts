import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { nameKey } from '#names.ts';

const FILE = 'feeds.json';

/** Networks that nobody reaches from outside (RFC 1918, 4193, 3927, 4291, 6598, loopback). */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

function isPrivate(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost') || !host.includes('.');
  return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

const source = z
  .object({ url: z.url({ protocol: /^https?$/ }), private: z.boolean().optional() })
  .refine((one) => one.private === true || !isPrivate(one.url), {
    path: ['url'],
    message: 'an address of a private network needs "private": true beside it',
  });

/** feeds.json: what the server itself fetches from outside (spec 3 §14); no address comes from a request. */
export const feedsSchema = z.object({
  seismic: z
    .array(
      z
        .object({
          name: z.string().trim().min(1).max(255),
          region: z.string().trim().min(1).max(255).optional(),
          format: z.enum(['fdsn-text', 'geojson']),
          seconds: z.number().positive(),
        })
        .and(source),
    )
    .refine((feeds) => new Set(feeds.map(({ name }) => nameKey(name))).size === feeds.length, {
      message: 'two of them have the same name',
    }),
  lookups: z.object({ conditions: source.optional(), drugs: source.optional() }),
});
export type Feeds = z.infer<typeof feedsSchema>;

const NONE: Feeds = { seismic: [], lookups: {} };

/**
 * The feeds of the first folder that names some. A file that is written wrongly is named in the log and stands for no
 * feeds: what comes from outside must not keep a portal from starting.
 * @param folders where to look, the operator's first, then the one that comes with the portal
 */
export async function readFeeds(folders: readonly string[], log: Log): Promise<Feeds> {
  for (const folder of folders) {
    const path = join(folder, FILE);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return parseFeeds(text, path, log);
  }
  return NONE;
}

function parseFeeds(text: string, path: string, log: Log): Feeds {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (err) {
    log.error({ err, path }, `the configuration file ${FILE} is not valid JSON; there are no feeds`);
    return NONE;
  }
  const parsed = feedsSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error);
  log.error({ path }, `the configuration file ${FILE} is written wrongly; there are no feeds: ${problem}`);
  return NONE;
}

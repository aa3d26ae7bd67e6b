import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { files } from '@telltale/contract';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

type Content = string | Uint8Array<ArrayBuffer>;

export const filesOf = (assetId: number) => `/api/ef/assets/${assetId}/files`;

/** Uploads as a browser does. */
export async function upload(
  portal: Portal,
  client: PortalClient,
  path: string,
  some: readonly (readonly [name: string, content: Content])[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; body: files.StoredFile[] }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of some) form.append('file', new Blob([content]), name);
  const answer = await fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: { Cookie: client.cookie ?? '', 'X-Requested-With': 'Telltale', ...headers },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as files.StoredFile[] };
}

/** Names of all files in the portal's folder of files. */
export async function filesOnDisk(portal: Portal): Promise<string[]> {
  const entries = await readdir(join(portal.folder, 'data/files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

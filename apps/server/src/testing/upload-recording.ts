import type { Portal } from './portal.ts';

/** Uploads a measurement file in the name of the first administrator, and answers its id. */
export async function uploadRecording(
  portal: Portal,
  content: Uint8Array<ArrayBuffer>,
  filename = 'run.tdms',
): Promise<number> {
  const client = await portal.as('admin');
  const form = new FormData();
  form.append('file', new Blob([content]), filename);
  const headers = { Cookie: client.cookie ?? '', 'X-Requested-With': 'Telltale' };
  const answer = await fetch(`${portal.url}/api/files`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`The recording was not taken: ${answer.status} ${await answer.text()}`);
  const [{ fileId }] = (await answer.json()) as [{ fileId: number }];
  return fileId;
}

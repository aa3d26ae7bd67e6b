import { type Call, callTable } from '@telltale/contract';
import type { Portal } from '../portal.ts';
import type { PortalClient } from '../portal-client.ts';
import { addressOf, type SampleInput } from './sample.ts';

/** Every call that needs a session; there is a sample of each. */
export const sampledCalls: readonly { name: string; call: Call }[] = callTable
  .filter(({ call }) => call.access.kind === 'session' || call.access.kind === 'permission')
  .map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call }));

/** Makes a call as its sample says. */
export async function sendSample(
  portal: Portal,
  client: PortalClient,
  call: Call,
  input: SampleInput,
): Promise<{ status: number; text: string }> {
  const { body, form, headers: extra } = input;
  const address = addressOf(call, input);
  if (!form) return client.send(address, { method: call.method, body, ...(extra ? { headers: { ...extra } } : {}) });
  const headers = { 'X-Requested-With': 'Telltale', ...(client.cookie === undefined ? {} : { Cookie: client.cookie }) };
  const answer = await fetch(`${portal.url}${address}`, { method: call.method, headers, body: form });
  return { status: answer.status, text: await answer.text() };
}

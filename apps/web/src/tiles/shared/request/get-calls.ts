import { callTable, isReading } from '@telltale/contract';

/** What `auth` answers is about the viewer and its sessions: nothing that a dashboard shows. */
const PRIVATE = ['auth'];

/**
 * The paths of the portal's GET calls, and which of them read and do nothing else. The client is built with the list itself
 * (apps/web/listed-get-calls.ts): by the contract's table, every page would load every call and its schemas.
 */
export const getCalls: readonly { path: string; onlyReads: boolean }[] = callTable
  .filter(({ call }) => call.method === 'GET')
  .map(({ resource, call }) => ({ path: call.path, onlyReads: isReading(call) && !PRIVATE.includes(resource) }));

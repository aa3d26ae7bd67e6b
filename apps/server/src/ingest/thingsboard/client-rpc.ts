import type { EpochMs } from '@telltale/contract';
import { objectOrThrow } from '../payload.ts';

/**
 * Answers a call that a device makes of the portal, `{method, params?}`: what time it is, which firmware asks at its start
 * to set its clock. Of any other method the device is told that there is none, so that it does not wait for an answer.
 * @throws {PayloadError} when it is not an object
 */
export function answerRpc(json: unknown, nowMs: EpochMs): object {
  const { method } = objectOrThrow(json);
  if (method === 'getTime' || method === 'getCurrentTime') return { time: nowMs };
  return { error: `no such method: ${String(method).slice(0, 100)}` };
}

import type { EpochMs } from '@telltale/contract';
import { MAX_PACKET_BYTES, RECEIVE_MAXIMUM } from '#broker/broker-host.ts';
import { objectOrThrow } from '../payload.ts';

/** No rates: a connection that sends more than its share is slowed down by TCP (decision 0116). */
const SESSION_LIMITS = { maxPayloadSize: MAX_PACKET_BYTES, maxInflightMessages: RECEIVE_MAXIMUM, rateLimits: {} };

/**
 * Answers a call that a device makes of the portal, `{method, params?}`: what time it is, which firmware asks at its start
 * to set its clock, and how much it may send, which ThingsBoard's SDKs ask as soon as they are connected. Of any other
 * method the device is told that there is none, so that it does not wait for an answer.
 * @throws {PayloadError} when it is not an object
 */
export function answerRpc(json: unknown, nowMs: EpochMs): object {
  const { method } = objectOrThrow(json);
  if (method === 'getTime' || method === 'getCurrentTime') return { time: nowMs };
  if (method === 'getSessionLimits') return SESSION_LIMITS;
  return { error: `no such method: ${String(method).slice(0, 100)}` };
}

import type { EpochMs } from '@telltale/contract';
import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js';
import { nodeCommandTopic } from './topic.ts';

const { Payload } = proto.org.eclipse.tahu.protobuf;
const BOOLEAN = 11;

/** The command that makes an edge send its births again. */
export function rebirthCommand(group: string, edge: string, nowMs: EpochMs): { topic: string; payload: Uint8Array } {
  const rebirth = { name: 'Node Control/Rebirth', timestamp: nowMs, datatype: BOOLEAN, booleanValue: true };
  const payload = Payload.encode({ timestamp: nowMs, metrics: [rebirth] }).finish();
  return { topic: nodeCommandTopic(group, edge), payload };
}

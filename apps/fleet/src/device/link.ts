import type { DeviceAnswer, DeviceCommand } from '../world/model.ts';
import type { Sample } from './sample.ts';

export interface Message {
  readonly topic: string;
  readonly payload: string;
}

export interface IncomingCommand {
  readonly serialNumber: string;
  readonly requestId: string;
  readonly command: DeviceCommand;
}

/** How a device, or a gateway for several, writes the ThingsBoard device API (spec 3 §2). */
export interface Link {
  readonly subscriptions: readonly string[];
  /** Sent first on every connection. */
  greetings(): readonly Message[];
  telemetry(samples: readonly Sample[]): Message;
  attributes(serialNumber: string, values: Record<string, string | number>): Message;
  readCommand(topic: string, payload: string): IncomingCommand | undefined;
  answer(to: IncomingCommand, answer: DeviceAnswer): Message;
}

const RPC_REQUEST = 'v1/devices/me/rpc/request/';

/** The link of a device that has its own access token. */
export function ownLink(serialNumber: string): Link {
  return {
    subscriptions: [`${RPC_REQUEST}+`],
    greetings: () => [],
    telemetry: (samples) => ({ topic: 'v1/devices/me/telemetry', payload: array(samples) }),
    attributes: (_serial, values) => ({ topic: 'v1/devices/me/attributes', payload: JSON.stringify(values) }),
    readCommand: (topic, payload) => {
      if (!topic.startsWith(RPC_REQUEST)) return undefined;
      const command = commandIn(parse(payload));
      return command && { serialNumber, requestId: topic.slice(RPC_REQUEST.length), command };
    },
    answer: (to, answer) => ({
      topic: `v1/devices/me/rpc/response/${to.requestId}`,
      payload: JSON.stringify(answer),
    }),
  };
}

const GATEWAY_RPC = 'v1/gateway/rpc';

/**
 * The link of a gateway: one connection and one token for several devices, named by serial number. `type` names the
 * definition of devices that the portal does not know yet.
 */
export function gatewayLink(serialNumbers: readonly string[], type?: string): Link {
  return {
    subscriptions: [GATEWAY_RPC],
    greetings: () =>
      serialNumbers.map((device) => ({ topic: 'v1/gateway/connect', payload: JSON.stringify({ device, type }) })),
    telemetry: (samples) => {
      const bySerial = Map.groupBy(samples, (sample) => sample.serialNumber);
      const members = [...bySerial].map(([serial, ofDevice]) => `${JSON.stringify(serial)}:${array(ofDevice)}`);
      return { topic: 'v1/gateway/telemetry', payload: `{${members.join(',')}}` };
    },
    attributes: (serial, values) => ({
      topic: 'v1/gateway/attributes',
      payload: JSON.stringify({ [serial]: values }),
    }),
    readCommand: (topic, payload) => {
      if (topic !== GATEWAY_RPC) return undefined;
      const message = parse(payload);
      if (!isObject(message) || typeof message.device !== 'string' || !isObject(message.data)) return undefined;
      const command = commandIn(message.data);
      const requestId = String(message.data.id);
      return command && { serialNumber: message.device, requestId, command };
    },
    answer: (to, answer) => ({
      topic: GATEWAY_RPC,
      payload: JSON.stringify({ device: to.serialNumber, id: Number(to.requestId), data: answer }),
    }),
  };
}

const array = (samples: readonly Sample[]) => `[${samples.map((sample) => sample.text).join(',')}]`;

function commandIn(json: unknown): DeviceCommand | undefined {
  if (!isObject(json) || typeof json.method !== 'string') return undefined;
  return { method: json.method, params: json.params };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

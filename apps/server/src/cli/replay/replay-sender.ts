import { setTimeout as delay } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { CommandError } from '#control/control-command.ts';
import type { Sample } from './replay.ts';

/** Sends samples to a portal; resolves once they are acknowledged. */
export interface ReplaySender {
  send(samples: readonly Sample[]): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Connects as the device itself, or with a gateway's token on behalf of a serial number. While the portal is away it
 * keeps what is due and sends it late, as a device does.
 * @throws CommandError when the portal cannot be reached or refuses the token
 */
export async function connectReplay(url: string, token: string, gatewayFor: string | undefined): Promise<ReplaySender> {
  const client = await connect(url, token);
  return {
    async send(samples) {
      const topic = gatewayFor === undefined ? 'v1/devices/me/telemetry' : 'v1/gateway/telemetry';
      const message = gatewayFor === undefined ? samples : { [gatewayFor]: samples };
      await client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
    },
    async close() {
      await Promise.race([client.endAsync(), delay(CLOSE_TIMEOUT_MS)]);
      client.end(true);
    },
  };
}

async function connect(url: string, token: string): Promise<MqttClient> {
  try {
    const options = { username: token, reconnectPeriod: RECONNECT_MS, connectTimeout: CONNECT_TIMEOUT_MS };
    return await connectAsync(url, options, false);
  } catch (error) {
    const why =
      error instanceof Error && error.message !== '' ? error.message : String((error as { code?: unknown }).code);
    throw new CommandError(`${url} cannot be used: ${why}.`, { cause: error });
  }
}

import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import type { Portal } from './portal.ts';

/** Connects a device as real ones do: MQTT over TCP, user name = access token. No reconnecting: tests see every end. */
export function connectDevice(portal: Portal, accessToken: string, options: IClientOptions = {}): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, {
    username: accessToken,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
}

/** As `connectDevice`, over the WebSocket that the web's port serves. */
export function connectDeviceByWebSocket(
  portal: Portal,
  accessToken: string,
  options: IClientOptions = {},
): Promise<MqttClient> {
  return connectAsync(`ws://127.0.0.1:${portal.httpPort}/device-mqtt`, {
    username: accessToken,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
}

/** Resolves when the connection has ended, however that came. */
export function ended(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', () => resolve());
    client.on('error', () => undefined);
  });
}

/** The next message to the client. */
export function nextMessage(client: MqttClient): Promise<{ topic: string; body: unknown }> {
  return new Promise((resolve) => {
    client.once('message', (topic, payload) => resolve({ topic, body: JSON.parse(payload.toString()) }));
  });
}

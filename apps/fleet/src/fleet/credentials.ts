import { readFileSync } from 'node:fs';

/** Where the portal takes in devices, and the tokens that it gave out: by serial number, and by gateway name. */
export interface Credentials {
  readonly mqttUrl: string;
  readonly devices: Readonly<Record<string, string>>;
  readonly gateways: Readonly<Record<string, string>>;
}

/** @throws {Error} when the file is missing or is not one that the portal wrote */
export function readCredentials(path: string): Credentials {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const file = json as Partial<Credentials> | null;
  if (typeof file !== 'object' || file === null || typeof file.mqttUrl !== 'string')
    throw new Error(`${path} does not name the portal's MQTT address.`);
  return { mqttUrl: file.mqttUrl, devices: tokens(file.devices), gateways: tokens(file.gateways) };
}

function tokens(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Where a device reaches this portal. */
export interface DeviceEndpoint {
  /** As the browser's address has it. */
  host: string;
  origin: string;
  /** Null: the portal does not listen for MQTT over TCP. */
  mqttPort: number | null;
  /** MQTT is spoken over TLS. */
  isSecure: boolean;
}

/** Whom a token speaks for: itself, or every device behind it, each by its serial number. */
export type TokenKind = 'asset' | 'gateway';

/** What a recipe is filled in with. */
export interface RecipeFacts extends DeviceEndpoint {
  kind: TokenKind;
  accessToken: string;
}

/** What a recipe over MQTT is filled in with: the portal listens for it. */
export interface MqttFacts extends RecipeFacts {
  mqttPort: number;
}

/** One way to connect: what to install or open, and what to paste or to type there. */
export interface Recipe {
  name: string;
  lead: string;
  /** Texts to paste, each with what it is. */
  parts: readonly { title: string; text: string }[];
  /** Fields of a form, as they are called there. */
  fields: readonly { name: string; value: string }[];
}

/** Where telemetry goes. */
export function telemetryTopic(kind: TokenKind): string {
  return kind === 'asset' ? 'v1/devices/me/telemetry' : 'v1/gateway/telemetry';
}

/** A first message: two values of an asset, or one of each of two devices behind a gateway. */
export function sampleMessage(kind: TokenKind): string {
  return kind === 'asset'
    ? '{"Temperature": 21.5, "Pressure": 4.2}'
    : '{"TANK-1": [{"Level": 7.3}], "TANK-2": [{"Level": 5.1}]}';
}

/** An address of IPv6 stands in brackets in an URL, and without them in a field for a host. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

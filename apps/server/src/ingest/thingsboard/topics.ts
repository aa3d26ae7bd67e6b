/** The ThingsBoard device API over MQTT, as device SDKs and gateways speak it. */
export const TELEMETRY = 'v1/devices/me/telemetry';
export const ATTRIBUTES = 'v1/devices/me/attributes';
export const ATTRIBUTES_REQUEST = 'v1/devices/me/attributes/request/';
export const ATTRIBUTES_RESPONSE = 'v1/devices/me/attributes/response/';
export const RPC_REQUEST = 'v1/devices/me/rpc/request/';
export const RPC_RESPONSE = 'v1/devices/me/rpc/response/';
export const GATEWAY_TELEMETRY = 'v1/gateway/telemetry';
export const GATEWAY_ATTRIBUTES = 'v1/gateway/attributes';
export const GATEWAY_CONNECT = 'v1/gateway/connect';
export const GATEWAY_DISCONNECT = 'v1/gateway/disconnect';
export const GATEWAY_RPC = 'v1/gateway/rpc';

const deviceFilters = new Set([
  ATTRIBUTES,
  `${ATTRIBUTES_RESPONSE}+`,
  `${RPC_REQUEST}+`,
  `${RPC_REQUEST}#`,
  'v1/devices/me/+',
]);
const gatewayFilters = new Set([GATEWAY_RPC, GATEWAY_ATTRIBUTES, 'v1/gateway/+']);

/** Whether a device may subscribe to the filter: only to what is said to itself. */
export function isDeviceFilter(filter: string): boolean {
  return deviceFilters.has(filter);
}

export function isGatewayFilter(filter: string): boolean {
  return gatewayFilters.has(filter) || deviceFilters.has(filter);
}

/** True when a filter that ends in a wildcard, or has none, covers the topic [MQTT-4.7.1]. */
export function covers(filter: string, topic: string): boolean {
  if (filter.endsWith('/#')) return topic === filter.slice(0, -2) || topic.startsWith(filter.slice(0, -1));
  if (!filter.endsWith('/+')) return filter === topic;
  const root = filter.slice(0, -1);
  return topic.startsWith(root) && !topic.slice(root.length).includes('/');
}

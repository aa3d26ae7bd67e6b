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
export const CLAIM = 'v1/devices/me/claim';
export const GATEWAY_ATTRIBUTES_REQUEST = 'v1/gateway/attributes/request';
export const GATEWAY_ATTRIBUTES_RESPONSE = 'v1/gateway/attributes/response';
export const GATEWAY_CLAIM = 'v1/gateway/claim';
export const PROVISION_REQUEST = '/provision/request';
export const PROVISION_RESPONSE = '/provision/response';

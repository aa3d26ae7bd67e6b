/** MQTT 5's reason codes, as far as the portal sends them [MQTT-2.4]. MQTT 3 has none of them on its wire. */
export const Reason = {
  UNSPECIFIED: 0x80,
  MALFORMED_PACKET: 0x81,
  PROTOCOL_ERROR: 0x82,
  KEEP_ALIVE_TIMEOUT: 0x8d,
  SESSION_TAKEN_OVER: 0x8e,
  TOPIC_NAME_INVALID: 0x90,
  PACKET_TOO_LARGE: 0x95,
  ADMINISTRATIVE_ACTION: 0x98,
  PAYLOAD_FORMAT_INVALID: 0x99,
} as const;

/** CONNACK return codes of MQTT 3 [MQTT-3.2.2.3]; the broker's library words them for MQTT 5. */
export const ConnackCode = {
  IDENTIFIER_REJECTED: 2,
  SERVER_UNAVAILABLE: 3,
  BAD_USER_NAME: 4,
  NOT_AUTHORIZED: 5,
} as const;

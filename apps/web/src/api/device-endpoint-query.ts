import { z } from 'zod';
import { configQuery } from './config-queries.ts';

const port = z.number().int().nullable().default(null);

const endpointSchema = z.object({ mqttPort: port, mqttsPort: port }).transform(({ mqttPort, mqttsPort }) => ({
  /** Where devices reach the portal over MQTT; null when it does not listen for them. */
  mqttPort: mqttsPort ?? mqttPort,
  /** They speak TLS there. */
  isSecure: mqttsPort !== null,
}));

/** As long as it is not known. */
export const NO_MQTT = { mqttPort: null, isSecure: false };

/** Where devices connect: the portal completes /config/mqtt.json with the ports that it listens on. */
export const deviceEndpointQuery = configQuery('mqtt', endpointSchema);

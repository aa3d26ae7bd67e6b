import { z } from 'zod';
import { configQuery } from './config-queries.ts';

const endpointSchema = z.object({
  /** Where devices reach the portal over MQTT; null when it does not listen for them. */
  mqttPort: z.number().int().nullable().default(null),
});

/** Where devices connect: the portal completes /config/mqtt.json with the port that it listens on. */
export const deviceEndpointQuery = configQuery('mqtt', endpointSchema);

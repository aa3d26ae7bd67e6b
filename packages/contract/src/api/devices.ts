import { z } from 'zod';
import { assetInPath, gatewayIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, device, may } from './call.ts';

/** The HTTP form of the ThingsBoard device API (spec 3 §2); answers 200 once the data is on disk. */
const tokenInPath = z.object({ token: z.string().min(1).max(255) });

export const postTelemetry = call({
  method: 'POST',
  path: '/api/v1/{token}/telemetry',
  access: device,
  summary: 'Telemetry of the device with this access token, in any of the telemetry forms',
  params: tokenInPath,
  body: z.unknown(),
  reply: z.object({}),
});

export const postDeviceAttributes = call({
  method: 'POST',
  path: '/api/v1/{token}/attributes',
  access: device,
  summary: 'Attributes of the device with this access token',
  params: tokenInPath,
  body: z.unknown(),
  reply: z.object({}),
});

/** What a device sent and could not be stored, newest first (spec 3 §2: the last 1,000 per device can be seen). */
export const quarantineSchema = z.object({
  /** How many were set aside since the portal started. */
  countSinceStart: z.number().int(),
  entries: z.array(
    z.object({
      received: isoTimeSchema,
      reason: z.string(),
      /** Null: the message as a whole. */
      label: z.string().nullable(),
      /** The time that the device gave, milliseconds since 1970; it may be far out of any calendar. */
      timestamp: z.number().nullable(),
      /** The beginning of what was received. */
      excerpt: z.string(),
    }),
  ),
});
export type QuarantineReply = z.infer<typeof quarantineSchema>;

export const listQuarantine = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/quarantine',
  access: may('CurrentDataItems', 'View'),
  summary: 'What the asset sent and could not be stored, with the reason',
  params: assetInPath,
  reply: quarantineSchema,
});

export const listGatewayQuarantine = call({
  method: 'GET',
  path: '/api/gateways/{gatewayId}/quarantine',
  access: may('Assets', 'View'),
  summary: 'What a gateway sent and could not be stored, with the reason',
  params: z.object({ gatewayId: idInPath(gatewayIdSchema) }),
  reply: quarantineSchema,
});

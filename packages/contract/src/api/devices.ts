import { z } from 'zod';
import { call, device } from './call.ts';

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

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

/** How long a device waits at most for something to be told, ms. */
const waiting = z.object({ timeout: z.coerce.number().int().min(1).max(60_000).default(20_000) });

export const getDeviceAttributes = call({
  method: 'GET',
  path: '/api/v1/{token}/attributes',
  access: device,
  summary: 'Attributes of the device, in their types; all of them when no keys are named',
  params: tokenInPath,
  query: z.object({ clientKeys: z.string().max(10_000).optional(), sharedKeys: z.string().max(10_000).optional() }),
  reply: z.object({
    client: z.record(z.string(), z.unknown()).optional(),
    shared: z.record(z.string(), z.unknown()).optional(),
  }),
});

export const awaitDeviceAttributes = call({
  method: 'GET',
  path: '/api/v1/{token}/attributes/updates',
  access: device,
  summary: 'The next attributes that are changed in the portal; 408 when none were in time',
  params: tokenInPath,
  query: waiting,
  reply: z.unknown(),
});

export const awaitDeviceCommand = call({
  method: 'GET',
  path: '/api/v1/{token}/rpc',
  access: device,
  summary: 'The next command for the device as {id, method, params}; 408 when there was none in time',
  params: tokenInPath,
  query: waiting,
  reply: z.unknown(),
});

export const answerDeviceCommand = call({
  method: 'POST',
  path: '/api/v1/{token}/rpc/{commandId}',
  access: device,
  summary: 'What the device answers to a command',
  params: tokenInPath.extend({ commandId: z.string().max(64) }),
  body: z.unknown(),
  reply: z.object({}),
});

export const callPortal = call({
  method: 'POST',
  path: '/api/v1/{token}/rpc',
  access: device,
  summary: 'A call of the device: getTime',
  params: tokenInPath,
  body: z.unknown(),
  reply: z.object({}).loose(),
});

export const claimDevice = call({
  method: 'POST',
  path: '/api/v1/{token}/claim',
  access: device,
  summary: 'Taken and without effect: an asset belongs to its admin unit already',
  params: tokenInPath,
  body: z.unknown(),
  reply: z.object({}),
});

const chunkQuery = z.object({
  title: z.string().optional(),
  version: z.string().optional(),
  size: z.coerce.number().int().min(0).default(0),
  chunk: z.coerce.number().int().min(0).default(0),
});

export const getDeviceFirmware = call({
  method: 'GET',
  path: '/api/v1/{token}/firmware',
  access: device,
  summary: 'A chunk of the firmware of the device: the file that its attribute fw_file names',
  params: tokenInPath,
  query: chunkQuery,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const getDeviceSoftware = call({
  method: 'GET',
  path: '/api/v1/{token}/software',
  access: device,
  summary: 'A chunk of the software of the device: the file that its attribute sw_file names',
  params: tokenInPath,
  query: chunkQuery,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

/** A file that a device uploads in chunks of one size, of which the last may be shorter. */
const deviceFileQuery = z.object({
  /** With the folders before it. */
  filename: z.string().min(1).max(1_000),
  /** Of the whole file, bytes; absent: as long as what comes. */
  length: z.coerce.number().int().min(0).optional(),
  /** Of each chunk, bytes; absent: the most that one has. */
  size: z.coerce
    .number()
    .int()
    .min(1)
    .max(512 * 1024)
    .default(512 * 1024),
  chunk: z.coerce.number().int().min(0).default(0),
});

export const deviceFileStateSchema = z.union([
  /** The chunk that is wanted next. */
  z.object({ chunk: z.number().int() }),
  z.object({ fileId: z.number().int(), sha256: z.string() }),
]);
export type DeviceFileState = z.infer<typeof deviceFileStateSchema>;

export const uploadDeviceFile = call({
  method: 'POST',
  path: '/api/v1/{token}/files',
  access: device,
  summary:
    'Take a file of the device, or a chunk of it; answers the chunk that is wanted next, or with the last the file',
  params: tokenInPath,
  query: deviceFileQuery,
  reply: deviceFileStateSchema,
});

export const beginDeviceFile = call({
  method: 'PUT',
  path: '/api/v1/{token}/files',
  access: device,
  summary: 'Begin to upload a file of the device, or ask which chunk of it is wanted next',
  params: tokenInPath,
  query: deviceFileQuery.omit({ chunk: true }).required({ length: true }),
  reply: deviceFileStateSchema,
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

/** The asset came online or went offline. */
export const connectionChangeSchema = z.object({ time: isoTimeSchema, connected: z.boolean() });
export type ConnectionChange = z.infer<typeof connectionChangeSchema>;

export const listConnectionChanges = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/connections',
  access: may('Assets', 'View'),
  summary: 'When the asset came online and went offline, newest first',
  params: assetInPath,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), changes: z.array(connectionChangeSchema) }),
});

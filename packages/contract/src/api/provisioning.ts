import { z } from 'zod';
import { adminIdSchema, assetDefinitionIdSchema, assetGroupIdSchema, idInPath, provisionKeyIdSchema } from '../ids.ts';
import { requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { administrators, call, device } from './call.ts';

/** A key with which devices make themselves assets of one definition. */
export const provisionKeySchema = z.object({
  provisionKeyId: provisionKeyIdSchema,
  name: z.string(),
  /** The admin unit that the assets belong to: that of who made the key. */
  adminId: adminIdSchema,
  adminName: z.string(),
  assetDefinitionId: assetDefinitionIdSchema,
  /** Its alias, or without one its name. */
  assetDefinitionName: z.string(),
  /** The group that the assets go into. */
  assetGroupId: assetGroupIdSchema.nullable(),
  assetGroupName: z.string().nullable(),
  /** Names the key in the request of a device; its secret is told once. */
  deviceKey: z.string(),
  expires: isoTimeSchema.nullable(),
  /** Assets that may be made with it; null: any number. */
  maxAssets: z.number().int().nullable(),
  madeAssets: z.number().int(),
  created: isoTimeSchema,
});
export type ProvisionKey = z.infer<typeof provisionKeySchema>;

export const listProvisionKeys = call({
  method: 'GET',
  path: '/api/provisionkeys',
  access: administrators,
  summary: 'Keys with which devices make themselves assets',
  reply: z.array(provisionKeySchema),
});

export const createProvisionKey = call({
  method: 'POST',
  path: '/api/provisionkeys',
  access: administrators,
  summary: 'A key with which devices make themselves assets of a definition; its secret is answered this once',
  body: z.object({
    name: requiredName(),
    assetDefinitionId: assetDefinitionIdSchema,
    assetGroupId: assetGroupIdSchema.nullable().default(null),
    expires: isoTimeSchema.nullable().default(null),
    maxAssets: z.number().int().min(1).max(1_000_000).nullable().default(null),
  }),
  reply: provisionKeySchema.extend({ deviceSecret: z.string() }),
});

export const deleteProvisionKey = call({
  method: 'DELETE',
  path: '/api/provisionkeys/{provisionKeyId}',
  access: administrators,
  summary: 'End a key; the assets that were made with it stay',
  params: z.object({ provisionKeyId: idInPath(provisionKeyIdSchema) }),
  reply: z.object({ provisionKeyId: provisionKeyIdSchema }),
});

/** The device's key stands in the body, in the place of a token in the path. */
export const provisionDevice = call({
  method: 'POST',
  path: '/api/v1/provision',
  access: device,
  summary:
    'A device with a provisioning key makes itself an asset: {deviceName, provisionDeviceKey, provisionDeviceSecret}',
  body: z.unknown(),
  reply: z.object({
    status: z.enum(['SUCCESS', 'FAILURE']),
    credentialsType: z.literal('ACCESS_TOKEN').optional(),
    credentialsValue: z.string().optional(),
    errorMsg: z.string().optional(),
  }),
});

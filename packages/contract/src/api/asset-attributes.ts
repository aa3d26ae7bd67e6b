import { z } from 'zod';
import { assetIdSchema, assetInPath } from '../ids.ts';
import { requiredName } from '../plain-name.ts';
import { call, may } from './call.ts';

export const attributeSchema = z.object({
  assetId: assetIdSchema,
  attributeName: requiredName(),
  attributeValue: z.string().max(1_000_000),
});
export type Attribute = z.infer<typeof attributeSchema>;

export const listAttributes = call({
  method: 'GET',
  path: '/api/assets/{assetId}/attributes',
  access: may('Attributes', 'View'),
  summary: 'The attributes of an asset',
  params: assetInPath,
  reply: z.array(attributeSchema),
});

/** An asset has at most so many attributes; beyond that new names are refused. */
export const MAX_ATTRIBUTES_OF_ASSET = 1_000;

/** When the asset was last heard of: kept by the portal, shown among the attributes, changed by nobody (spec 3 §14). */
export const LAST_CONTACT = 'lastcontact';

/** The worst of the asset's open alarms that nobody has put aside, kept by the portal as well; for maps (spec 1 §2). */
export const SEVERITY = 'severity';

/** What is shown among the attributes and not stored there. */
export const KEPT_BY_PORTAL: readonly string[] = [LAST_CONTACT, SEVERITY];

const attributeInput = attributeSchema.extend({
  assetId: assetIdSchema.optional(),
  /** The value that its sender saw before (null: there was no such attribute); where another one stands by now it is refused. */
  expectedValue: attributeSchema.shape.attributeValue.nullable().optional(),
});

/** The details of such a refusal, for who may see attributes: what stands there; null: the attribute is gone. */
export const standingAttributeSchema = z.object({ attributeName: z.string(), attributeValue: z.string().nullable() });
export type StandingAttribute = z.infer<typeof standingAttributeSchema>;

export const putAttributes = call({
  method: 'PUT',
  path: '/api/assets/{assetId}/attributes',
  access: may('Attributes', 'Modify'),
  summary:
    'Create or change one attribute, or a list of them; names match without regard to case. With `expectedValue`, 409 and what stands when the attribute is not as the caller saw it',
  params: assetInPath,
  body: z.union([attributeInput, z.array(attributeInput).max(MAX_ATTRIBUTES_OF_ASSET)]),
  maxBodyBytes: 4_000_000,
  reply: z.union([attributeSchema, z.array(attributeSchema)]),
});

export const createAttribute = call({
  method: 'POST',
  path: '/api/assets/{assetId}/attributes',
  access: may('Attributes', 'Create'),
  summary:
    'Create or change one attribute (changing one needs Attributes/Modify too). `expectedValue` as when it is changed',
  params: assetInPath,
  body: attributeInput,
  maxBodyBytes: 4_000_000,
  reply: attributeSchema,
});

export const deleteAttribute = call({
  method: 'DELETE',
  path: '/api/assets/{assetId}/attributes/{attributeName}',
  access: may('Attributes', 'Delete'),
  summary: 'Delete an attribute. With `expectedValue`, 409 and what stands when another value stands there by now',
  params: assetInPath.extend({ attributeName: z.string().min(1).max(255) }),
  body: z.object({ expectedValue: attributeSchema.shape.attributeValue.optional() }).optional(),
  maxBodyBytes: 4_000_000,
  reply: z.object({ attributeName: z.string() }),
});

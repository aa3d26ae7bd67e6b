import { z } from 'zod';
import { adminIdSchema, assetDefinitionIdSchema, assetIdSchema, assetInPath } from '../../ids.ts';
import { nameText, requiredName } from '../../plain-name.ts';
import { assetSchema, coordinatesSchema } from '../asset.ts';
import { attributeSchema } from '../asset-attributes.ts';
import { call, may, mayOneOf } from '../call.ts';

export const createAsset = call({
  method: 'POST',
  path: '/api/assets',
  access: may('Assets', 'Create'),
  summary: 'Create an asset; its access token is answered this once',
  body: z.object({
    /** Of a new one: 0 or nothing. One that there is is changed by PUT, and never made a second time. */
    assetId: z.literal(0, 'must be 0 or left out: PUT /api/assets/{assetId} changes an asset').nullish(),
    serialNumber: requiredName(),
    assetDefinitionId: assetDefinitionIdSchema,
    assetAlias: nameText().optional(),
    description: z.string().max(10_000).optional(),
    /** Absent: the caller's; another only for holders of AdminModify in admin unit 1. */
    adminId: adminIdSchema.optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  }),
  reply: assetSchema.extend({ accessToken: z.string() }),
});

export const updateAsset = call({
  method: 'PUT',
  path: '/api/assets/{assetId}',
  access: may('Assets', 'Modify'),
  summary: 'Change alias, description, serial number or admin unit; unknown and read-only fields are ignored',
  params: assetInPath,
  body: z.object({
    assetId: assetIdSchema.optional(),
    assetAlias: nameText().optional(),
    description: z.string().max(10_000).optional(),
    serialNumber: requiredName().optional(),
    /** Only for holders of AdminModify in admin unit 1. */
    adminId: adminIdSchema.optional(),
  }),
  reply: assetSchema,
});

const positionSchema = coordinatesSchema.omit({ set: true });

/** What a person calls an asset, when it counts as offline (its attribute `pingrate`; null: it has none), and where it stands. */
const detailsSchema = z
  .object({
    assetAlias: nameText(),
    description: z.string().max(10_000),
    pingrate: attributeSchema.shape.attributeValue.nullable(),
    coordinates: positionSchema.nullable(),
    /** Only for holders of AdminModify in admin unit 1. */
    adminId: adminIdSchema,
  })
  .partial();
export type AssetDetails = z.infer<typeof detailsSchema>;

export const changeDetails = call({
  method: 'PUT',
  path: '/api/ef/assets/{assetId}/details',
  access: mayOneOf(
    ['Assets', 'Modify'],
    ['Attributes', 'Modify'],
    ['Attributes', 'Delete'],
    ['Coordinates', 'Modify'],
    ['Coordinates', 'Delete'],
  ),
  summary:
    'Change details of an asset, all or none, each with its own permission. With `expected`, 409 and what stands when one of them is not as the caller saw it',
  params: assetInPath,
  body: detailsSchema.extend({
    /** What its sender saw before; where another one stands by now it is refused. */
    expected: detailsSchema
      .pick({ description: true, pingrate: true, coordinates: true })
      .extend({ assetAlias: z.string().optional() })
      .optional(),
  }),
  reply: assetSchema,
});

export const deleteAsset = call({
  method: 'DELETE',
  path: '/api/assets/{assetId}',
  access: may('Assets', 'Delete'),
  summary: 'Delete an asset, its token and its attributes',
  params: assetInPath,
  reply: z.object({ assetId: assetIdSchema }),
});

/** What goes with an asset that is deleted. */
export const assetUsesSchema = z.object({
  /** Data items that it has sent, with their history. */
  dataItems: z.number().int(),
  alarms: z.number().int(),
  events: z.number().int(),
  files: z.number().int(),
  /** Places in systems, which are empty afterwards. */
  slots: z.number().int(),
});
export type AssetUses = z.infer<typeof assetUsesSchema>;

export const getAssetUses = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/uses',
  access: may('Assets', 'Delete'),
  summary: 'How much goes with an asset: for the question before it is deleted',
  params: assetInPath,
  reply: assetUsesSchema,
});

export const regenerateToken = call({
  method: 'POST',
  path: '/api/assets/{assetId}/token',
  access: may('Assets', 'Modify'),
  summary: 'Give the asset a new access token; the old one ends at once',
  params: assetInPath,
  reply: z.object({ accessToken: z.string() }),
});

export const setCoordinates = call({
  method: 'POST',
  path: '/api/assets/{assetId}/coordinates',
  access: may('Coordinates', 'Modify'),
  summary:
    'Set the position of an asset. With `expected`, 409 and the position that stands when it is not the one that the caller saw',
  params: assetInPath,
  body: positionSchema.extend({
    assetId: assetIdSchema.optional(),
    /** Where its sender saw it before, null: nowhere; where it stands somewhere else by now it is refused. */
    expected: positionSchema.nullish(),
  }),
  reply: coordinatesSchema,
});

export const clearCoordinates = call({
  method: 'DELETE',
  path: '/api/assets/{assetId}/coordinates',
  access: may('Coordinates', 'Delete'),
  summary: 'Take the position of an asset back; where it was before stays in its history',
  params: assetInPath,
  reply: z.object({ assetId: assetIdSchema }),
});

import { z } from 'zod';
import {
  adminIdSchema,
  assetDefinitionIdSchema,
  assetIdSchema,
  assetInPath,
  dataItemIdSchema,
  idInPath,
} from '../ids.ts';
import { itemDisplaySchema } from '../item-display.ts';
import { itemScalingSchema } from '../item-scaling.ts';
import { nameText, requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { alarmSchema } from './alarms/alarms.ts';
import { assetSchema, compactAssetsSchema, coordinatesSchema } from './asset.ts';
import { attributeSchema } from './asset-attributes.ts';
import { call, may, mayOneOf } from './call.ts';

export * from './asset.ts';
export * from './asset-attributes.ts';

export const listAssets = call({
  method: 'GET',
  path: '/api/ef/assets',
  access: may('Assets', 'View'),
  summary: 'Every asset the caller may see, with attributes, definition, coordinates and connection',
  query: z.object({
    refreshToken: z.string().optional(),
    /** `true`: names of attributes and definitions once each, and rows without names. */
    compact: z.enum(['true', 'false']).optional(),
  }),
  reply: z.union([z.array(assetSchema), compactAssetsSchema]),
});

/** A page has at most so many assets. */
export const MOST_ASSETS_OF_PAGE = 200;

export const listAssetPage = call({
  method: 'GET',
  path: '/api/ef/assetpage',
  access: may('Assets', 'View'),
  summary:
    'The same in the order in which people count (Pump 2 before Pump 10), a page at a time of those that a text is in',
  query: z.object({
    /** Anywhere in the alias or the serial number of the asset, or in the name of its definition, whatever its case. */
    search: z.string().trim().max(255).optional(),
    /** Those of one definition alone. */
    assetDefinitionId: idInPath(assetDefinitionIdSchema).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_ASSETS_OF_PAGE).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({
    /** How many match. */
    total: z.number().int(),
    /** How many the caller sees, of that definition where one is named. */
    all: z.number().int(),
    assets: z.array(assetSchema),
  }),
});

export const getAsset = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}',
  access: may('Assets', 'View'),
  summary: 'One asset',
  params: assetInPath,
  reply: assetSchema,
});

/** The same as under /api/ef; the list stands in a field (spec 2 §7). */
export const listAssetsInPayload = call({
  method: 'GET',
  path: '/api/assets',
  access: may('Assets', 'View'),
  summary: 'Every asset the caller may see, in the field payload',
  reply: z.object({ payload: z.array(assetSchema) }),
});

export const getAssetDetails = call({
  method: 'GET',
  path: '/api/assets/{assetId}',
  access: may('Assets', 'View'),
  summary: 'One asset',
  params: assetInPath,
  reply: assetSchema,
});

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

/** A track has so many positions at most: the newest of its time. */
export const MOST_TRACK_POSITIONS = 10_000;

/** Where an asset was from a time on; without a place: from then on it had none. */
export const trackPositionSchema = z.object({
  set: isoTimeSchema,
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});
export type TrackPosition = z.infer<typeof trackPositionSchema>;

export const getAssetTrack = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/track',
  access: may('HistoricalDataItems', 'View'),
  summary: 'The positions of an asset in a stretch of time, oldest first, with the one that it began at',
  params: assetInPath,
  query: z.object({ from: isoTimeSchema, to: isoTimeSchema }),
  reply: z.array(trackPositionSchema),
});

/** The current value of one data item of one asset (spec 3 §12); value is null for a string item or when never seen. */
export const currentValueSchema = z.object({
  dataItemId: dataItemIdSchema,
  label: z.string(),
  alias: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  isString: z.boolean(),
  stringValue: z.string().nullable(),
  /** Milliseconds since 1970; null when no value was ever received. */
  timestamp: z.number().nullable(),
  quality: z.number().int(),
  /** How its values are read: the definition's, with what the asset has differently; absent where nothing is described. */
  display: itemDisplaySchema.optional(),
  /** The portal calculates it; absent: devices send it. */
  isCalculated: z.boolean().optional(),
  /** How its definition scales it: that counts unless the asset has a scaling of its own; absent: not at all. */
  definitionScaling: itemScalingSchema.optional(),
  /** How the portal made this very value of what was sent; absent: it was sent so, or `scalings` was not asked for. */
  scaling: itemScalingSchema.optional(),
});
export type CurrentValue = z.infer<typeof currentValueSchema>;

export const listCurrentValues = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/dataitems',
  access: may('CurrentDataItems', 'View'),
  summary: 'Current values of an asset',
  params: assetInPath,
  query: z.object({
    /** Tell how each value was made of what was sent. */
    scalings: z.enum(['true', 'false']).optional(),
  }),
  reply: z.array(currentValueSchema),
});

/** What was known of an asset at one moment (spec 3 §6): what playback of a dashboard stands on. */
export const assetStateSchema = z.object({
  dataItems: z.array(currentValueSchema),
  alarms: z.array(alarmSchema),
  attributes: z.array(attributeSchema),
  coordinates: coordinatesSchema.nullable(),
  connected: z.boolean(),
  /** 'Mark offline after' as it was then, milliseconds: a value is stale when it is older. */
  pingrate: z.number(),
});
export type AssetState = z.infer<typeof assetStateSchema>;

export const getAssetState = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/state',
  access: may('HistoricalDataItems', 'View'),
  summary: 'The state of an asset at a time: data items, alarms, attributes, coordinates, connection',
  params: assetInPath,
  query: z.object({ at: isoTimeSchema }),
  reply: assetStateSchema,
});

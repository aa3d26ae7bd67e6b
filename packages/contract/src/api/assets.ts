import { z } from 'zod';
import { assetDefinitionIdSchema, assetInPath, dataItemIdSchema, idInPath } from '../ids.ts';
import { itemDisplaySchema } from '../item-display.ts';
import { itemScalingSchema } from '../item-scaling.ts';
import { isoTimeSchema } from '../time.ts';
import { alarmSchema } from './alarms/alarms.ts';
import { assetSchema, compactAssetsSchema, coordinatesSchema } from './asset.ts';
import { attributeSchema } from './asset-attributes.ts';
import { call, may } from './call.ts';

export * from './asset.ts';
export * from './asset-attributes.ts';
export * from './equipment/asset-changes.ts';

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

import { z } from 'zod';
import { adminIdSchema, assetIdSchema } from '../../ids.ts';
import { attributeSchema, MAX_ATTRIBUTES_OF_ASSET } from '../assets.ts';
import { call, may, mayCreateOrModify } from '../call.ts';

/** A call about many assets is about so many at most: every asset of a large portal. */
export const MOST_ASSETS_AT_ONCE = 10_000;
/** As many bytes have the lines of a file at most, as they are sent. */
export const MOST_IMPORT_BYTES = 64_000_000;
/** Attributes that one call sets in each of them. */
export const MOST_ATTRIBUTES_AT_ONCE = 20;
/** Attributes of one line of a file: as many as an asset may have, so that what was saved of it can be taken back. */
export const MOST_ATTRIBUTES_OF_LINE = MAX_ATTRIBUTES_OF_ASSET;

const assetIds = z.array(assetIdSchema).min(1).max(MOST_ASSETS_AT_ONCE);
const attribute = attributeSchema.omit({ assetId: true });

export const setAttributesOfMany = call({
  method: 'PUT',
  path: '/api/ef/assets/attributes',
  access: may('Attributes', 'Modify'),
  summary: 'Set attributes in many assets, all or none; `pingrate` is when they count as offline',
  body: z.object({ assetIds, attributes: z.array(attribute).min(1).max(MOST_ATTRIBUTES_AT_ONCE) }),
  reply: z.object({
    /** Assets in which something is another now, and those that had all of it. */
    changed: z.number().int(),
    unchanged: z.number().int(),
  }),
});

export const giveToUnit = call({
  method: 'PUT',
  path: '/api/ef/assets/unit',
  access: may('Assets', 'Modify'),
  summary:
    'Give many assets to an admin unit, all or none; for administrators of the first unit. 409 while one stands in a group that would not show it',
  body: z.object({ assetIds, adminId: adminIdSchema }),
  /** Those that belonged to another unit before. */
  reply: z.object({ moved: z.number().int() }),
});

export const deleteMany = call({
  method: 'DELETE',
  path: '/api/ef/assets',
  access: may('Assets', 'Delete'),
  summary: 'Delete many assets, all or none, with their tokens, attributes and history',
  body: z.object({ assetIds }),
  reply: z.object({ deleted: z.number().int() }),
});

/** One line of a file: an asset that is created, or changed where its serial number is known. What is absent stays. */
export const assetLineSchema = z.object({
  /** Of the file, for what is said about it; from 1 on. */
  line: z.number().int().min(1),
  serialNumber: z.string().max(2_000),
  /** By its name or alias; needed by who is created. */
  assetDefinition: z.string().max(2_000).optional(),
  assetAlias: z.string().max(20_000).optional(),
  description: z.string().max(100_000).optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  attributes: z
    .array(z.object({ attributeName: z.string().max(2_000), attributeValue: z.string().max(1_000_000) }))
    .max(MOST_ATTRIBUTES_OF_LINE)
    .default([]),
});
export type AssetLine = z.infer<typeof assetLineSchema>;

export const lineFaultSchema = z.object({ line: z.number().int(), message: z.string() });
export type LineFault = z.infer<typeof lineFaultSchema>;

export const lineChangeSchema = z.object({
  line: z.number().int(),
  serialNumber: z.string(),
  kind: z.enum(['create', 'change', 'none']),
  /** What is another afterwards: `Alias: Pump 1 → Pump 2`. */
  what: z.array(z.string()),
});
export type LineChange = z.infer<typeof lineChangeSchema>;

export const importAssets = call({
  method: 'POST',
  path: '/api/ef/assets/import',
  access: mayCreateOrModify('Assets'),
  summary:
    'Create and change assets by the lines of a file, all or none; with `preview` nothing is stored, and the answer says what would be',
  body: z.object({
    lines: z.array(assetLineSchema).min(1).max(MOST_ASSETS_AT_ONCE),
    preview: z.boolean().default(false),
  }),
  maxBodyBytes: MOST_IMPORT_BYTES,
  reply: z.object({
    created: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    /** What stands in the way; only a preview is answered with any. */
    faults: z.array(lineFaultSchema),
    changes: z.array(lineChangeSchema),
  }),
});

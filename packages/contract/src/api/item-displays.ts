import { z } from 'zod';
import { assetInPath, dataItemIdSchema } from '../ids.ts';
import { itemDisplayOverrideSchema } from '../item-display.ts';
import { call, may } from './call.ts';

/** What one asset has differently from its definition in reading one data item; null: nothing any more. */
const overrideInput = z.object({ dataItemId: dataItemIdSchema, display: itemDisplayOverrideSchema.nullable() });

export const itemOverrideSchema = z.object({ dataItemId: dataItemIdSchema, display: itemDisplayOverrideSchema });
export type ItemOverride = z.infer<typeof itemOverrideSchema>;

export const listItemDisplays = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/itemdisplays',
  access: may('DataItems', 'View'),
  summary: 'What the asset has differently from its definition in how its data items are read',
  params: assetInPath,
  reply: z.array(itemOverrideSchema),
});

export const putItemDisplays = call({
  method: 'PUT',
  path: '/api/ef/assets/{assetId}/itemdisplays',
  access: may('DataItems', 'Modify'),
  summary: 'Change how data items of this asset are read, all or none; null goes back to the definition',
  params: assetInPath,
  body: z.array(overrideInput).max(1_000),
  reply: z.array(itemOverrideSchema),
});

/** The scale that the recorded values of an item suggest: round ends about nearly all of them. */
export const recordedRangeSchema = z.object({ dataItemId: dataItemIdSchema, min: z.number(), max: z.number() });
export type RecordedRange = z.infer<typeof recordedRangeSchema>;

export const MOST_RANGES = 200;

export const listRecordedRanges = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/recordedranges',
  access: may('HistoricalDataItems', 'View'),
  summary:
    'Scales for data items that nobody has described, from what they have recorded; one without numbers is left out',
  params: assetInPath,
  query: z.object({
    /** Ids with commas between them. */
    dataItems: z
      .string()
      .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/, `must be 1 to ${MOST_RANGES} ids with commas between them`)
      .transform((text) => text.split(',').map(Number)),
  }),
  reply: z.array(recordedRangeSchema),
});

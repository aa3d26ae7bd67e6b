import { z } from 'zod';
import { assetInPath, dataItemIdSchema } from '../ids.ts';
import { itemScalingSchema } from '../item-scaling.ts';
import { call, may } from './call.ts';

/** How the portal scales one data item of an asset. */
export const scaledItemSchema = z.object({ dataItemId: dataItemIdSchema, scaling: itemScalingSchema });
export type ScaledItem = z.infer<typeof scaledItemSchema>;

/** Null: it is scaled no longer. */
const scalingInput = z.object({ dataItemId: dataItemIdSchema, scaling: itemScalingSchema.nullable() });

export const putItemScalings = call({
  method: 'PUT',
  path: '/api/ef/assets/{assetId}/itemscalings',
  access: may('Attributes', 'Modify'),
  summary: 'Change how data items of this asset are scaled, all or none; those not named stay as they are',
  params: assetInPath,
  body: z.array(scalingInput).min(1).max(1_000),
  reply: z.array(scaledItemSchema),
});

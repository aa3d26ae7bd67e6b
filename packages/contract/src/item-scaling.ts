import { z } from 'zod';

/** The attribute that holds how the portal scales what an asset sends: JSON from data item id to `ItemScaling`. */
export const SCALING_MAP = 'scalingMap';

const limit = z.number().min(-1e12).max(1e12);

/** How a reading becomes a value: what was unscaledMin is scaledMin, what was unscaledMax is scaledMax, and a line between. */
export const itemScalingSchema = z
  .strictObject({
    unscaledMin: limit,
    unscaledMax: limit,
    scaledMin: limit,
    scaledMax: limit,
    /** Added to the result. */
    offset: limit,
    /** So many readings are averaged, the newest included; 1: none. */
    samples: z.number().int().min(1).max(1_000),
  })
  .refine(({ unscaledMin, unscaledMax }) => unscaledMin !== unscaledMax, {
    path: ['unscaledMax'],
    message: 'must differ from unscaledMin',
  });
export type ItemScaling = z.infer<typeof itemScalingSchema>;

export const scalingMapSchema = z.record(
  z.string().regex(/^[1-9]\d{0,14}$/, 'must be the id of a data item'),
  itemScalingSchema,
);

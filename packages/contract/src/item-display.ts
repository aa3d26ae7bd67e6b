import { z } from 'zod';

/**
 * How a data item is read, described once for everything that shows it (spec 3 §14): tiles, tables, charts and maps
 * take it from here unless they say otherwise themselves.
 */

/** From the lowest to the highest. */
export const BAND_NAMES = ['lowLow', 'low', 'high', 'highHigh'] as const;
export type BandName = (typeof BAND_NAMES)[number];

/** Low bands count at and below their limit, high ones at and above it. */
export const itemBandSchema = z.object({
  limit: z.number(),
  /** '#rrggbb'; '' is the colour of the severity. */
  color: z.union([z.literal(''), z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #ffaa00')]),
  severity: z.number().int().min(0).max(10),
});
export type ItemBand = z.infer<typeof itemBandSchema>;

const bandsSchema = z.object({
  lowLow: itemBandSchema.nullable(),
  low: itemBandSchema.nullable(),
  high: itemBandSchema.nullable(),
  highHigh: itemBandSchema.nullable(),
});
export type ItemBands = z.infer<typeof bandsSchema>;

/** A word for one value, of an enumeration or of a boolean (0 and 1). */
export const valueWordSchema = z.object({ value: z.number(), word: z.string().trim().min(1).max(64) });
export type ValueWord = z.infer<typeof valueWordSchema>;

export const MOST_VALUE_WORDS = 200;

const displayFields = z.object({
  /** Null: as the values need. */
  decimals: z.number().int().min(0).max(12).nullable(),
  /** The ends of its scale; null: told by its recorded history. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  bands: bandsSchema,
  words: z.array(valueWordSchema).max(MOST_VALUE_WORDS),
  description: z.string().trim().max(1_000),
});
/** As both kinds of description have them. */
type SomeFields = { [Key in keyof z.infer<typeof displayFields>]?: z.infer<typeof displayFields>[Key] | undefined };

function checkOrder({ min, max, bands }: SomeFields, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (min != null && max != null && min >= max) refuse(['max'], 'must be above min');
  if (bands === undefined) return;
  let below: { name: BandName; limit: number } | undefined;
  for (const name of BAND_NAMES) {
    const limit = bands[name]?.limit;
    if (limit === undefined) continue;
    if (below !== undefined && limit <= below.limit) refuse(['bands', name, 'limit'], `must be above ${below.name}`);
    below = { name, limit };
  }
}

function checkWords({ words }: SomeFields, context: z.RefinementCtx): void {
  if (words === undefined) return;
  if (new Set(words.map(({ value }) => value)).size === words.length) return;
  context.addIssue({ code: 'custom', path: ['words'], message: 'must name each value once' });
}

/** The description on the data item of a definition. */
export const itemDisplaySchema = displayFields.superRefine(checkOrder).superRefine(checkWords);
export type ItemDisplay = z.infer<typeof itemDisplaySchema>;

/** What one asset has differently; a field that is absent is the definition's. */
export const itemDisplayOverrideSchema = displayFields
  .extend({ unit: z.string().trim().max(64) })
  .partial()
  .superRefine(checkOrder)
  .superRefine(checkWords);
export type ItemDisplayOverride = z.infer<typeof itemDisplayOverrideSchema>;

/** What is changed of a description: what is left out stays as it is. Whether what comes of both holds is looked at with the other. */
export const itemDisplayChangeSchema = displayFields.partial().superRefine(checkOrder).superRefine(checkWords);
export type ItemDisplayChange = z.infer<typeof itemDisplayChangeSchema>;

export const NO_BANDS: ItemBands = { lowLow: null, low: null, high: null, highHigh: null };

/** Of an item that nobody has described. */
export const PLAIN_DISPLAY: ItemDisplay = {
  decimals: null,
  min: null,
  max: null,
  bands: NO_BANDS,
  words: [],
  description: '',
};

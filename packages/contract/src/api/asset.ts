import { z } from 'zod';
import { adminIdSchema, assetDefinitionIdSchema, assetIdSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { alarmSchema } from './alarms/alarms.ts';
import { attributeSchema } from './asset-attributes.ts';

export const coordinatesSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** When the position was set. */
  set: isoTimeSchema,
});
export type Coordinates = z.infer<typeof coordinatesSchema>;

export const connectionSchema = z.object({
  connected: z.boolean(),
  /** Null: the asset was never heard of. */
  lastcontact: isoTimeSchema.nullable(),
  /** 'Mark offline after', milliseconds. */
  pingrate: z.number(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const assetSchema = z.object({
  assetId: assetIdSchema,
  assetAlias: z.string(),
  serialNumber: z.string(),
  description: z.string(),
  /** The admin unit that it belongs to; in the answers about one asset, for who may give it to another. */
  adminId: adminIdSchema.optional(),
  assetDefinitionId: assetDefinitionIdSchema,
  assetDefinition: z.object({
    assetDefinitionId: assetDefinitionIdSchema,
    assetDefinitionName: z.string(),
    alias: z.string(),
  }),
  currentCoordinates: coordinatesSchema.nullable(),
  attributes: z.array(attributeSchema),
  /** Its open alarms, for who may see alarms. */
  alarms2: z.array(alarmSchema),
  connection: connectionSchema,
});
export type Asset = z.infer<typeof assetSchema>;

const assetRowSchema = z.tuple([
  assetSchema.shape.assetId,
  assetSchema.shape.assetAlias,
  assetSchema.shape.serialNumber,
  assetSchema.shape.description,
  assetSchema.shape.assetDefinitionId,
  /** Latitude, longitude, and when it was set. */
  z.tuple([z.number(), z.number(), isoTimeSchema]).nullable(),
  /** Which of the lists of names its attributes have, and their values in that order. */
  z.number().int(),
  z.array(z.string()),
  connectionSchema.shape.connected,
  connectionSchema.shape.lastcontact,
  connectionSchema.shape.pingrate,
  assetSchema.shape.alarms2,
]);

/** A list of assets in which nothing stands twice: a quarter of the text, and of the time to read it. */
export const compactAssetsSchema = z.object({
  rows: z.array(assetRowSchema),
  /** The names of attributes that one asset or many have together. */
  attributeNames: z.array(z.array(z.string())),
  definitions: z.array(assetSchema.shape.assetDefinition),
});
export type CompactAssets = z.infer<typeof compactAssetsSchema>;

/** The assets of a compact list, as the list that is not compact has them. Those of one definition share its record. */
export function assetsOf({ rows, attributeNames, definitions }: CompactAssets): Asset[] {
  const definitionOf = new Map(definitions.map((one) => [one.assetDefinitionId, one]));
  return rows.map((row) => {
    const [assetId, assetAlias, serialNumber, description, assetDefinitionId, place, names, values] = row;
    const [, , , , , , , , connected, lastcontact, pingrate, alarms2] = row;
    const assetDefinition = definitionOf.get(assetDefinitionId);
    if (assetDefinition === undefined) throw new Error(`Asset ${assetId} is of a definition that the list has not.`);
    const currentCoordinates = place && { latitude: place[0], longitude: place[1], set: place[2] };
    const attributes = (attributeNames[names] ?? []).map((attributeName, at) => {
      return { assetId, attributeName, attributeValue: values[at] ?? '' };
    });
    const connection = { connected, lastcontact, pingrate };
    const facts = { assetId, assetAlias, serialNumber, description, assetDefinitionId, assetDefinition };
    return { ...facts, currentCoordinates, attributes, alarms2, connection };
  });
}

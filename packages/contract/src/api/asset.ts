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

const assetRowSchema = z.tuple(
  [
    assetSchema.shape.assetId,
    assetSchema.shape.assetAlias,
    assetSchema.shape.serialNumber,
    assetSchema.shape.description,
    assetSchema.shape.assetDefinitionId,
    /** Latitude, longitude, and when they were set; all three null without a position. */
    coordinatesSchema.shape.latitude.nullable(),
    coordinatesSchema.shape.longitude.nullable(),
    coordinatesSchema.shape.set.nullable(),
    connectionSchema.shape.connected,
    connectionSchema.shape.lastcontact,
    connectionSchema.shape.pingrate,
    assetSchema.shape.alarms2,
    /** Which of the lists of names its attributes have. */
    z.number().int(),
  ],
  // The values of the attributes, in the order of their names.
  z.string(),
);
/** How much stands in a row before the values: arrays in arrays take twice the time to parse. */
const FIRST_VALUE = 13;

/** A list of assets in which nothing stands twice: a quarter of the text, and of the time to read it. */
export const compactAssetsSchema = z.object({
  rows: z.array(assetRowSchema),
  /** The names of attributes that one asset or many have together. */
  attributeNames: z.array(z.array(z.string())),
  definitions: z.array(assetSchema.shape.assetDefinition),
});
export type CompactAssets = z.infer<typeof compactAssetsSchema>;

/** The assets of a compact list, as the list that is not compact has them. Those of one definition share its record. */
export function assetsOf({ rows, attributeNames, definitions }: CompactAssets): ListedAsset[] {
  const definitionOf = new Map(definitions.map((one) => [one.assetDefinitionId, one]));
  return rows.map((row) => {
    const definition = definitionOf.get(row[4]);
    if (definition === undefined) throw new Error(`Asset ${row[0]} is of a definition that the list has not.`);
    return new ListedAsset(row, definition, attributeNames[row[12]] ?? []);
  });
}

/**
 * A row of a compact list as an asset. Its attributes are made when they are asked for, which those of most never are: half
 * the time and memory of a list of 10,000. They are no property of its own, so it is read, and not spread.
 */
class ListedAsset implements Asset {
  readonly assetId: Asset['assetId'];
  readonly assetAlias: string;
  readonly serialNumber: string;
  readonly description: string;
  readonly assetDefinitionId: Asset['assetDefinitionId'];
  readonly assetDefinition: Asset['assetDefinition'];
  readonly currentCoordinates: Asset['currentCoordinates'];
  readonly alarms2: Asset['alarms2'];
  readonly connection: Connection;
  readonly #row: CompactAssets['rows'][number];
  readonly #names: readonly string[];
  #attributes: Asset['attributes'] | undefined;

  constructor(row: CompactAssets['rows'][number], definition: Asset['assetDefinition'], names: readonly string[]) {
    this.assetId = row[0];
    this.assetAlias = row[1];
    this.serialNumber = row[2];
    this.description = row[3];
    this.assetDefinitionId = row[4];
    this.assetDefinition = definition;
    const [latitude, longitude, set] = [row[5], row[6], row[7]];
    const hasPlace = latitude !== null && longitude !== null && set !== null;
    this.currentCoordinates = hasPlace ? { latitude, longitude, set } : null;
    this.connection = { connected: row[8], lastcontact: row[9], pingrate: row[10] };
    this.alarms2 = row[11];
    this.#row = row;
    this.#names = names;
  }

  get attributes(): Asset['attributes'] {
    this.#attributes ??= this.#names.map((attributeName, at) => {
      const attributeValue = this.#row[FIRST_VALUE + at] as string;
      return { assetId: this.assetId, attributeName, attributeValue };
    });
    return this.#attributes;
  }
}

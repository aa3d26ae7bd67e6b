import { z } from 'zod';
import { assetDefinitionIdSchema, assetDefinitionInPath, assetIdSchema, dataItemIdSchema, idInPath } from '../ids.ts';
import { itemDisplayChangeSchema, itemDisplaySchema } from '../item-display.ts';
import { itemScalingSchema } from '../item-scaling.ts';
import { nameText, requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { alarmExpressionSchema } from './alarms/alarm-expressions.ts';
import { call, may, mayCreateOrModify } from './call.ts';

export const assetDefinitionSchema = z.object({
  assetDefinitionId: assetDefinitionIdSchema,
  assetDefinitionName: z.string(),
  alias: z.string(),
});
export type AssetDefinition = z.infer<typeof assetDefinitionSchema>;

export const dataItemDefinitionSchema = z.object({
  dataItemId: dataItemIdSchema,
  label: z.string(),
  unit: z.string(),
  created: isoTimeSchema,
  defaultValue: z.number(),
  /** History of it older than this is dropped, whatever the portal's general retention; 0: the general one. */
  retentionDays: z.number().int(),
  /** How its values are read. */
  display: itemDisplaySchema,
  /** What the portal calculates it by; null: devices send it. */
  calculation: alarmExpressionSchema.nullable(),
  /** How the portal makes values of what assets send for it, unless an asset says otherwise; null: values are sent. */
  scaling: itemScalingSchema.nullable(),
});
export type DataItemDefinition = z.infer<typeof dataItemDefinitionSchema>;

export const dataItemInputSchema = z.object({
  modelId: z.number().int().optional(),
  /** Where it is given it must be that of the label: a data item is never named anew. */
  dataItemId: z.union([z.literal(0), dataItemIdSchema]).nullish(),
  label: requiredName(),
  /** Left out: as it is; '' of a new one. */
  unit: z.string().trim().max(64).optional(),
  /** Left out: as it is; 0 of a new one. */
  defaultValue: z.number().optional(),
  /**
   * 0 or null: the general retention; left out: as it is. Setting it deletes history one day, so it needs
   * HistoricalDataItems/Delete and every asset of the definition in sight.
   */
  retentionDays: z.number().int().min(0).max(36_500).nullable().optional(),
  /** Left out, as a whole or a field of it: as it is. */
  display: itemDisplayChangeSchema.optional(),
  /** What it is calculated by from here on; null or blank: devices send it; left out: as it is. */
  calculation: alarmExpressionSchema.nullable().optional(),
  /**
   * How what assets send for it is scaled from here on; null: not at all; left out: as it is. It makes other values of
   * what all assets of the definition send, so it needs Attributes/Modify, as the scaling of one asset does.
   */
  scaling: itemScalingSchema.nullable().optional(),
});

export const listAssetDefinitions = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions',
  access: may('AssetDefinitions', 'View'),
  summary: 'Asset definitions',
  reply: z.array(assetDefinitionSchema),
});

export const getAssetDefinition = call({
  method: 'GET',
  path: '/api/assetdefinitions/{assetDefinitionId}',
  access: may('AssetDefinitions', 'View'),
  summary: 'One asset definition',
  params: assetDefinitionInPath,
  reply: assetDefinitionSchema,
});

export const assetDefinitionInputSchema = z.object({
  /** Absent or 0: a new one; otherwise the one that is named and given its alias anew. */
  assetDefinitionId: z.union([z.literal(0), assetDefinitionIdSchema]).nullish(),
  assetDefinitionName: requiredName(),
  /** Left out: as it is; of a new one none. */
  alias: nameText().optional(),
});

export const saveAssetDefinition = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions',
  access: mayCreateOrModify('AssetDefinitions'),
  summary:
    'Create an asset definition (needs AssetDefinitions/Create), or name the one with the id anew (needs AssetDefinitions/Modify); a name that differs only by case is taken (409)',
  body: assetDefinitionInputSchema,
  reply: assetDefinitionSchema,
});

export const deleteAssetDefinition = call({
  method: 'DELETE',
  path: '/api/assetDefinitions/{assetDefinitionId}',
  access: may('AssetDefinitions', 'Delete'),
  summary: 'Delete an asset definition that no asset uses',
  params: assetDefinitionInPath,
  reply: z.object({ assetDefinitionId: assetDefinitionIdSchema }),
});

/**
 * What hangs on an asset definition, as far as the caller may see it: assets and slots keep it from being deleted, the
 * rest goes with it. `unseen` names what there is more of, without saying how much (spec 3 §14).
 */
export const assetDefinitionUsesSchema = z.object({
  assets: z.number().int(),
  slots: z.number().int(),
  dataItems: z.number().int(),
  alarms: z.number().int(),
  events: z.number().int(),
  commands: z.number().int(),
  dashboards: z.number().int(),
  unseen: z.array(z.enum(['assets', 'dataItems', 'alarms', 'events', 'commands', 'dashboards'])),
});
export type AssetDefinitionUses = z.infer<typeof assetDefinitionUsesSchema>;

export const getAssetDefinitionUses = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/uses',
  access: may('AssetDefinitions', 'View'),
  summary: 'How much that the caller sees hangs on an asset definition: what uses it, and what goes with it',
  params: assetDefinitionInPath,
  reply: assetDefinitionUsesSchema,
});

export const listDataItemDefinitions = call({
  method: 'GET',
  path: '/api/assetDefinitions/{assetDefinitionId}/dataitemdefinitions',
  access: may('DataItems', 'View'),
  summary: 'Data items of a definition',
  params: assetDefinitionInPath,
  reply: z.array(dataItemDefinitionSchema),
});

/** The most data items of a page. */
export const MOST_DATA_ITEMS_OF_PAGE = 1_000;

export const listDataItemPage = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/dataitempage',
  access: may('DataItems', 'View'),
  summary: 'Data items of a definition in the order in which people count them (13 before 101), a page at a time',
  params: assetDefinitionInPath,
  query: z.object({
    /** Anywhere in label or unit, whatever its case. */
    search: z.string().trim().max(255).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_DATA_ITEMS_OF_PAGE).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({
    /** How many match. */
    total: z.number().int(),
    /** How many the definition has. */
    all: z.number().int(),
    items: z.array(dataItemDefinitionSchema),
  }),
});

export const listMasterDataItems = call({
  method: 'GET',
  path: '/api/dataitemdefinitions',
  access: may('DataItems', 'View'),
  summary: 'Every label known, with its usual unit',
  reply: z.array(dataItemDefinitionSchema),
});

export const ensureDataItems = call({
  method: 'POST',
  path: '/api/ef/dataitemdefinitions',
  access: may('DataItems', 'Create'),
  summary: 'The data item of each label, created where the label is new; in the order of the labels',
  body: z.array(z.object({ label: dataItemInputSchema.shape.label })).max(1_000),
  reply: z.array(z.object({ dataItemId: dataItemIdSchema, label: z.string() })),
});

export const detectDataItems = call({
  method: 'GET',
  path: '/api/assetdefinitions/{assetDefinitionId}/detectdataitemdefinitions',
  access: may('DataItems', 'View'),
  summary: 'Labels received from assets of a definition that nobody has added to it yet',
  params: assetDefinitionInPath,
  reply: z.array(dataItemDefinitionSchema),
});

export const addDataItem = call({
  method: 'POST',
  path: '/api/assetdefinitions/{assetDefinitionId}/dataitemdefinitions',
  access: may('DataItems', 'Create'),
  summary: 'Add a data item to a definition, or change its unit and default',
  params: assetDefinitionInPath,
  body: dataItemInputSchema,
  reply: dataItemDefinitionSchema,
});

export const importDataItems = call({
  method: 'POST',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/dataitemdefinitions',
  access: may('DataItems', 'Create'),
  summary: 'Add or update data items by label; an empty array removes all (which needs DataItems/Delete)',
  params: assetDefinitionInPath,
  body: z.array(dataItemInputSchema).max(10_000),
  maxBodyBytes: 10_000_000,
  reply: z.array(dataItemDefinitionSchema),
});

export const removeDataItem = call({
  method: 'DELETE',
  path: '/api/assetDefinitions/{assetDefinitionId}/DataItemDefinitions/{dataItemId}',
  access: may('DataItems', 'Delete'),
  summary: 'Remove a data item from a definition; its history stays',
  params: assetDefinitionInPath.extend({ dataItemId: idInPath(dataItemIdSchema) }),
  reply: z.object({ dataItemId: dataItemIdSchema }),
});

/** What a dashboard can read on an asset: its data items, and slots when it is (part of) a system (spec 1 §3). */
export interface DefinitionTree {
  slots: DefinitionSlot[];
  dataItemDefinitions: TreeDataItem[];
}
export interface TreeDataItem {
  dataItemId: number;
  label: string;
  /** What its asset, or over it the system, calls it; absent: nothing else. */
  alias?: string | undefined;
  /** The portal calculates it. */
  isCalculated?: boolean | undefined;
}
export interface DefinitionSlot {
  slotId: number;
  name: string;
  assetDefinition?: DefinitionTree | undefined;
  systemDefinition?: DefinitionTree | undefined;
}

export const definitionTreeSchema: z.ZodType<DefinitionTree> = z.lazy(() =>
  z.object({
    slots: z.array(
      z.object({
        slotId: z.number().int(),
        name: z.string(),
        assetDefinition: definitionTreeSchema.optional(),
        systemDefinition: definitionTreeSchema.optional(),
      }),
    ),
    dataItemDefinitions: z.array(
      z.object({
        dataItemId: z.number().int(),
        label: z.string(),
        alias: z.string().optional(),
        isCalculated: z.boolean().optional(),
      }),
    ),
  }),
);

export const getAssetDefinitionTree = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/definition',
  access: may('Assets', 'View'),
  summary: 'Slots and data items that a dashboard of this asset can read',
  params: z.object({ assetId: idInPath(assetIdSchema) }),
  reply: definitionTreeSchema,
});

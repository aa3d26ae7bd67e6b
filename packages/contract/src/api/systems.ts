import { z } from 'zod';
import {
  assetDefinitionIdSchema,
  assetIdSchema,
  idInPath,
  slotIdSchema,
  systemDefinitionIdSchema,
  systemIdSchema,
} from '../ids.ts';
import { nameText, requiredName } from '../plain-name.ts';
import { call, may } from './call.ts';
import { dashboardSchema } from './dashboards.ts';
import { definitionTreeSchema } from './definitions.ts';

export const slotSchema = z.object({
  slotId: slotIdSchema,
  name: z.string(),
  parentSystemDefinitionId: systemDefinitionIdSchema,
  /** What stands in the slot: a system of this definition, or an asset of that one; never both. */
  systemDefinitionId: systemDefinitionIdSchema.nullable(),
  assetDefinitionId: assetDefinitionIdSchema.nullable(),
  critical: z.boolean(),
  /** An asset in it can be in no other slot of any system. */
  exclusive: z.boolean(),
});
export type Slot = z.infer<typeof slotSchema>;

export const systemDefinitionSchema = z.object({
  systemDefinitionId: systemDefinitionIdSchema,
  name: z.string(),
  alias: z.string(),
  description: z.string(),
  slots: z.array(slotSchema),
});
export type SystemDefinition = z.infer<typeof systemDefinitionSchema>;

export const slotInputSchema = z.object({
  /** Absent or 0: a new one. */
  slotId: z.union([z.literal(0), slotIdSchema]).nullish(),
  name: nameText().default(''),
  parentSystemDefinitionId: systemDefinitionIdSchema,
  systemDefinitionId: systemDefinitionIdSchema.nullish(),
  assetDefinitionId: assetDefinitionIdSchema.nullish(),
  critical: z.boolean().default(false),
  exclusive: z.boolean().default(false),
});
export type SlotInput = z.output<typeof slotInputSchema>;

/** What stands in a slot of a system. Of an asset that the caller may not see there is only the id. */
export interface SlotAssignment {
  slotId: number;
  assetId: number | null;
  systemId: number | null;
  /** Only of an asset that the caller sees. */
  assetAlias?: string | undefined;
  /** Attributes of the asset, if the caller sees it and them; of the system in the slot otherwise. */
  attributes: { attributeName: string; attributeValue: string }[];
  system?: { systemId: number; name: string; currentSlotAssignments: SlotAssignment[] } | undefined;
}

export const slotAssignmentSchema: z.ZodType<SlotAssignment> = z.lazy(() =>
  z.object({
    slotId: z.number().int(),
    assetId: z.number().int().nullable(),
    systemId: z.number().int().nullable(),
    assetAlias: z.string().optional(),
    attributes: z.array(z.object({ attributeName: z.string(), attributeValue: z.string() })),
    system: z
      .object({
        systemId: z.number().int(),
        name: z.string(),
        currentSlotAssignments: z.array(slotAssignmentSchema),
      })
      .optional(),
  }),
);

export const systemSchema = z.object({
  systemId: systemIdSchema,
  name: z.string(),
  systemDefinitionId: systemDefinitionIdSchema,
  /** A system stands for itself: both are null, and there for clients that treat systems and assets alike. */
  assetId: assetIdSchema.nullable(),
  assetDefinitionId: assetDefinitionIdSchema.nullable(),
  attributes: z.array(
    z.object({ attributeName: z.string(), attributeValue: z.string(), assetId: assetIdSchema.nullable() }),
  ),
  currentSlotAssignments: z.array(slotAssignmentSchema),
  systemDefinition: systemDefinitionSchema,
});
export type System = z.infer<typeof systemSchema>;

export const systemWithDashboardsSchema = systemSchema.extend({
  systemDefinition: systemDefinitionSchema.extend({ dashboards: z.array(dashboardSchema) }),
});
export type SystemWithDashboards = z.infer<typeof systemWithDashboardsSchema>;

const systemInPath = z.object({ systemId: idInPath(systemIdSchema) });
const definitionInPath = z.object({ systemDefinitionId: idInPath(systemDefinitionIdSchema) });
const MAX_SLOTS = 1_000;

export const listSystemDefinitions = call({
  method: 'GET',
  path: '/api/ef/systemdefinitions',
  access: may('SystemDefinitions', 'View'),
  summary: 'System definitions with their slots, by name',
  reply: z.array(systemDefinitionSchema),
});

export const getSystemDefinition = call({
  method: 'GET',
  path: '/api/ef/systemdefinitions/{systemDefinitionId}',
  access: may('SystemDefinitions', 'View'),
  summary: 'One system definition with its slots',
  params: definitionInPath,
  reply: systemDefinitionSchema,
});

export const saveSystemDefinition = call({
  method: 'POST',
  path: '/api/ef/systemdefinitions',
  access: may('SystemDefinitions', 'View'),
  summary:
    'Create a system definition (needs SystemDefinitions/Create), or save the one with the id (needs SystemDefinitions/Modify) and the slots that come along',
  body: z.object({
    systemDefinitionId: z.union([z.literal(0), systemDefinitionIdSchema]).nullish(),
    name: requiredName(),
    alias: nameText().nullish(),
    description: z.string().max(10_000).nullish(),
    slots: z
      .array(slotInputSchema.extend({ parentSystemDefinitionId: systemDefinitionIdSchema.nullish() }))
      .max(MAX_SLOTS)
      .nullish(),
  }),
  reply: systemDefinitionSchema,
});

export const deleteSystemDefinition = call({
  method: 'DELETE',
  path: '/api/systemdefinitions/{systemDefinitionId}',
  access: may('SystemDefinitions', 'Delete'),
  summary: 'Delete a system definition that no system and no slot uses',
  params: definitionInPath,
  reply: z.object({ systemDefinitionId: systemDefinitionIdSchema }),
});

/** What hangs on a system definition: systems and slots of others keep it from being deleted, the rest goes with it. */
export const systemDefinitionUsesSchema = z.object({
  systems: z.number().int(),
  slots: z.number().int(),
  ownSlots: z.number().int(),
  dashboards: z.number().int(),
  /** What there is more of than the caller may see; how much is not told (spec 3 §14). */
  unseen: z.array(z.enum(['systems', 'dashboards'])),
});
export type SystemDefinitionUses = z.infer<typeof systemDefinitionUsesSchema>;

export const getSystemDefinitionUses = call({
  method: 'GET',
  path: '/api/ef/systemdefinitions/{systemDefinitionId}/uses',
  access: may('SystemDefinitions', 'Delete'),
  summary: 'How much that the caller sees hangs on a system definition: for the question before it is deleted',
  params: definitionInPath,
  reply: systemDefinitionUsesSchema,
});

export const saveSlots = call({
  method: 'POST',
  path: '/api/slots',
  access: may('Slots', 'View'),
  summary: 'Add slots to system definitions (needs Slots/Create) or change those with an id (needs Slots/Modify)',
  body: z.array(slotInputSchema).min(1).max(MAX_SLOTS),
  reply: z.array(slotSchema),
});

export const deleteSlot = call({
  method: 'DELETE',
  path: '/api/slots/{slotId}',
  access: may('Slots', 'Delete'),
  summary: 'Delete a slot in which nothing stands',
  params: z.object({ slotId: idInPath(slotIdSchema) }),
  reply: z.object({ slotId: slotIdSchema }),
});

export const listSystems = call({
  method: 'GET',
  path: '/api/ef/systems',
  access: may('Systems', 'View'),
  summary: 'The systems of which the caller sees at least one asset, by name',
  reply: z.array(systemSchema),
});

/** The most systems of a page. */
export const MOST_SYSTEMS_OF_PAGE = 200;

export const listSystemPage = call({
  method: 'GET',
  path: '/api/ef/systempage',
  access: may('Systems', 'View'),
  summary:
    'The same in the order in which people count (Pad 2 before Pad 10), a page at a time of those that a text is in',
  query: z.object({
    /** Anywhere in the name of the system or of its definition, whatever its case. */
    search: z.string().trim().max(255).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_SYSTEMS_OF_PAGE).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.object({
    /** How many match. */
    total: z.number().int(),
    /** How many the caller sees. */
    all: z.number().int(),
    systems: z.array(systemSchema),
  }),
});

export const getSystem = call({
  method: 'GET',
  path: '/api/ef/systems/{systemId}',
  access: may('Systems', 'View'),
  summary: 'One system',
  params: systemInPath,
  reply: systemSchema,
});

export const getSystemTree = call({
  method: 'GET',
  path: '/api/ef/systems/{systemId}/definition',
  access: may('Systems', 'View'),
  summary: 'Slots and data items that a dashboard of this system can read',
  params: systemInPath,
  reply: definitionTreeSchema,
});

export const getSystemDashboards = call({
  method: 'GET',
  path: '/api/ef/systems/{systemId}/dashboard',
  access: may('Dashboard', 'View'),
  summary: 'One system with the dashboards of its definition',
  params: systemInPath,
  reply: systemWithDashboardsSchema,
});

export const saveSystem = call({
  method: 'POST',
  path: '/api/ef/systems',
  access: may('Systems', 'View'),
  summary:
    'Create a system (needs Systems/Create), or save the one with the id (needs Systems/Modify; other assets in its slots need SlotAssignments/Modify)',
  body: z.object({
    systemId: z.union([z.literal(0), systemIdSchema]).nullish(),
    name: requiredName(),
    systemDefinitionId: systemDefinitionIdSchema,
    attributes: z
      .array(z.object({ attributeName: requiredName(), attributeValue: z.string().max(1_000_000) }))
      .max(1_000)
      .nullish(),
    /** What stands in its slots from now on; absent: as it is. */
    currentSlotAssignments: z
      .array(z.object({ slotId: slotIdSchema, assetId: assetIdSchema.nullish(), systemId: systemIdSchema.nullish() }))
      .max(MAX_SLOTS)
      .nullish(),
  }),
  maxBodyBytes: 4_000_000,
  reply: systemSchema,
});

export const deleteSystem = call({
  method: 'DELETE',
  path: '/api/ef/systems/{systemId}',
  access: may('Systems', 'Delete'),
  summary: 'Delete a system that stands in no slot of another',
  params: systemInPath,
  reply: z.object({ systemId: systemIdSchema }),
});

import { z } from 'zod';
import { assetDefinitionIdSchema, assetDefinitionInPath, dataItemIdSchema, idInPath } from '../ids.ts';
import { nameText, requiredName } from '../plain-name.ts';
import { call, may, mayCreateOrModify } from './call.ts';

const fieldName = z.string().min(1).max(100);
const fieldValue = z.union([z.string().max(1_000), z.number(), z.boolean()]);

/** One field of a command's form: what of JSON Schema a form can ask for. `unit` is shown beside a number. */
export const commandFieldSchema = z.strictObject({
  type: z.enum(['number', 'integer', 'string', 'boolean']),
  title: nameText().optional(),
  description: z.string().max(1_000).optional(),
  unit: z.string().max(64).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().int().min(1).max(10_000).optional(),
  enum: z
    .array(z.union([z.string().max(255), z.number()]))
    .min(1)
    .max(200)
    .optional(),
  default: fieldValue.optional(),
});
export type CommandField = z.infer<typeof commandFieldSchema>;

/** The form by which a command is sent, as a JSON Schema of an object. */
export const commandFormSchema = z
  .strictObject({
    type: z.literal('object'),
    properties: z.record(fieldName, commandFieldSchema),
    required: z.array(fieldName).max(50).optional(),
  })
  .refine(({ properties }) => Object.keys(properties).length <= 50, 'has at most 50 fields')
  .refine(
    ({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)),
    'requires a field that it does not have',
  );
export type CommandForm = z.infer<typeof commandFormSchema>;

/** Seconds within which a command shows its effect, unless its template says otherwise. */
export const DEFAULT_EFFECT_SECONDS = 60;

/** What a command should do, by which it is told whether it worked. */
export const effectWishSchema = z.object({
  dataItemId: dataItemIdSchema,
  /** Seconds from its delivery. */
  within: z.number().int().min(1).max(86_400).default(DEFAULT_EFFECT_SECONDS),
  /** What the value should become; absent: any other than before. */
  expected: z.union([z.number(), z.string().max(1_000)]).optional(),
  /** How far from what is expected still counts. */
  tolerance: z.number().min(0).default(0),
});

const ofTemplate = {
  name: requiredName(),
  module: requiredName(100),
  command: requiredName(100),
  form: commandFormSchema,
  /** The field whose value alone is the parameter; null: an object of all fields. */
  parameterField: fieldName.nullable(),
  /** The data item that it should move; null: nobody looks. */
  dataItemId: dataItemIdSchema.nullable(),
  /** The field that says what the data item should become; null: any other value than before will do. */
  expectedField: fieldName.nullable(),
  tolerance: z.number().min(0),
  /** Seconds. */
  within: z.number().int().min(1).max(86_400),
  /** Seconds that it waits for its device. */
  expiration: z.number().int().min(1).max(2_592_000),
  /** A second person must release it. */
  dangerous: z.boolean(),
};

export const commandDefinitionSchema = z.object({
  commandDefinitionId: z.number().int().positive(),
  assetDefinitionId: assetDefinitionIdSchema,
  ...ofTemplate,
});
export type CommandDefinition = z.infer<typeof commandDefinitionSchema>;

export const commandDefinitionInputSchema = z
  .object({
    /** Absent or 0: a new one. */
    commandDefinitionId: z.number().int().min(0).optional(),
    assetDefinitionId: assetDefinitionIdSchema,
    ...ofTemplate,
    form: commandFormSchema.default({ type: 'object', properties: {} }),
    parameterField: ofTemplate.parameterField.default(null),
    dataItemId: ofTemplate.dataItemId.default(null),
    expectedField: ofTemplate.expectedField.default(null),
    tolerance: ofTemplate.tolerance.default(0),
    within: ofTemplate.within.default(DEFAULT_EFFECT_SECONDS),
    expiration: ofTemplate.expiration.default(900),
    dangerous: ofTemplate.dangerous.default(false),
  })
  .superRefine(({ form, parameterField, expectedField }, context) => {
    for (const [path, field] of Object.entries({ parameterField, expectedField })) {
      if (field !== null && !Object.hasOwn(form.properties, field)) {
        context.addIssue({ code: 'custom', path: [path], message: 'must name a field of the form' });
      }
    }
  });
export type CommandDefinitionInput = z.input<typeof commandDefinitionInputSchema>;

export const listCommandDefinitions = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/commanddefinitions',
  access: may('Commands', 'View'),
  summary: 'Templates of commands to assets of a definition, by name',
  params: assetDefinitionInPath,
  reply: z.array(commandDefinitionSchema),
});

export const saveCommandDefinition = call({
  method: 'POST',
  path: '/api/ef/commanddefinitions',
  access: mayCreateOrModify('Commands'),
  summary:
    'Create a template of commands (needs Commands/Create), or change the one with the id (needs Commands/Modify)',
  body: commandDefinitionInputSchema,
  reply: commandDefinitionSchema,
});

export const deleteCommandDefinition = call({
  method: 'DELETE',
  path: '/api/ef/commanddefinitions/{commandDefinitionId}',
  access: may('Commands', 'Delete'),
  summary: 'Delete a template of commands; commands that were made from it stay',
  params: z.object({ commandDefinitionId: idInPath(z.number().int().positive()) }),
  reply: z.object({ commandDefinitionId: z.number().int().positive() }),
});

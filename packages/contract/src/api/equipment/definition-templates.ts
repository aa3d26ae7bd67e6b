import { z } from 'zod';
import { requiredName } from '../../plain-name.ts';
import { call, may, type ReplyOf } from '../call.ts';
import { assetDefinitionSchema } from '../definitions.ts';

/** Names the file of a template in the folder of the configuration. */
export const templateIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be a template');

export const definitionTemplateSchema = z.object({
  templateId: templateIdSchema,
  name: z.string(),
  about: z.string(),
  /** What it has, by name. */
  dataItems: z.array(z.object({ label: z.string(), unit: z.string() })),
  alarms: z.array(z.string()),
  dashboards: z.array(z.string()),
});
export type DefinitionTemplate = z.infer<typeof definitionTemplateSchema>;

export const listDefinitionTemplates = call({
  method: 'GET',
  path: '/api/ef/definitiontemplates',
  access: may('AssetDefinitions', 'View'),
  summary:
    'Templates that an asset definition can begin with, and files of the configuration that should be some and are not',
  reply: z.object({
    templates: z.array(definitionTemplateSchema),
    /** Files of the configuration that cannot be used, and why. */
    broken: z.array(z.object({ file: z.string(), why: z.string() })),
  }),
});

export type DefinitionTemplates = ReplyOf<typeof listDefinitionTemplates>;

export const makeFromTemplate = call({
  method: 'POST',
  path: '/api/ef/definitiontemplates/{templateId}/definition',
  access: may('AssetDefinitions', 'Create'),
  summary:
    'Make an asset definition with the data items, alarms, event definitions and dashboards of a template; needs for each part what making it by hand needs',
  params: z.object({ templateId: templateIdSchema }),
  body: z.object({
    /** Left out: that of the template. */
    assetDefinitionName: requiredName().optional(),
  }),
  reply: assetDefinitionSchema,
});

import { z } from 'zod';
import { adminIdSchema, assetGroupIdSchema, assetGroupInPath, assetIdSchema } from '../../ids.ts';
import { call, may, mayCreateOrModify } from '../call.ts';
import { description, name, newOr } from './record-fields.ts';

export const assetGroupSchema = z.object({
  assetGroupId: assetGroupIdSchema,
  assetGroupName: z.string(),
  description: z.string(),
  parentGroupId: assetGroupIdSchema.nullable(),
  adminId: adminIdSchema,
});
export type AssetGroup = z.infer<typeof assetGroupSchema>;

export const saveAssetGroup = call({
  method: 'POST',
  path: '/api/assetgroups',
  access: mayCreateOrModify('AssetGroups'),
  summary: 'Create an asset group (assetGroupId 0), or rename or move one',
  body: z.object({
    assetGroupId: newOr(assetGroupIdSchema),
    assetGroupName: name.optional(),
    description: description.optional(),
    parentGroupId: assetGroupIdSchema.nullable().optional(),
    adminId: adminIdSchema.optional(),
  }),
  reply: assetGroupSchema,
});

export const listAssetGroups = call({
  method: 'GET',
  path: '/api/assetgroups',
  access: may('AssetGroups', 'View'),
  summary: 'The asset groups that the caller may know of, as a flat list',
  reply: z.array(assetGroupSchema),
});

export const saveAssetGroups = call({
  method: 'PUT',
  path: '/api/assetgroups',
  access: may('AssetGroups', 'Modify'),
  summary: 'Save a list of asset groups with their new parents, all or none',
  body: z
    .array(
      z.object({
        assetGroupId: assetGroupIdSchema,
        assetGroupName: name.optional(),
        description: description.optional(),
        parentGroupId: assetGroupIdSchema.nullable().optional(),
        adminId: adminIdSchema.optional(),
      }),
    )
    .max(10_000),
  reply: z.array(assetGroupSchema),
});

export interface AssetGroupTree {
  assetGroupId: z.infer<typeof assetGroupIdSchema>;
  assetGroupName: string;
  assets: { assetId: z.infer<typeof assetIdSchema>; assetAlias: string }[];
  childAssetGroups: AssetGroupTree[];
}

export const assetGroupTreeSchema: z.ZodType<AssetGroupTree> = z.lazy(() =>
  z.object({
    assetGroupId: assetGroupIdSchema,
    assetGroupName: z.string(),
    assets: z.array(z.object({ assetId: assetIdSchema, assetAlias: z.string() })),
    childAssetGroups: z.array(assetGroupTreeSchema),
  }),
);

export const getAssetGroupTree = call({
  method: 'GET',
  path: '/api/ef/assetgroups/{assetGroupId}',
  access: may('AssetGroups', 'View'),
  summary: 'An asset group with the assets that the caller sees in it, and the groups below it; 1 stands above all',
  params: assetGroupInPath,
  reply: assetGroupTreeSchema,
});

export const deleteAssetGroup = call({
  method: 'DELETE',
  path: '/api/assetgroups/{assetGroupId}',
  access: may('AssetGroups', 'Delete'),
  summary: 'Delete an asset group with its links and alerts; 409 while groups are below it',
  params: assetGroupInPath,
  reply: z.object({ assetGroupId: assetGroupIdSchema }),
});

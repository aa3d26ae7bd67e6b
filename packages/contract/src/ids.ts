import { z } from 'zod';

/** Ids are positive integers (spec 3 §5); each kind is branded so that one cannot be passed for another. */
function id<Brand extends string>(_brand: Brand) {
  return z.number().int().positive().max(Number.MAX_SAFE_INTEGER).brand<Brand>();
}

export const alertBrowserIdSchema = id('AlertBrowserId');
export const alarmDefinitionIdSchema = id('AlarmDefinitionId');
export const assetIdSchema = id('AssetId');
export const assetDefinitionIdSchema = id('AssetDefinitionId');
export const assetGroupIdSchema = id('AssetGroupId');
export const adminIdSchema = id('AdminId');
export const dashboardIdSchema = id('DashboardId');
export const dataItemIdSchema = id('DataItemId');
export const eventDefinitionIdSchema = id('EventDefinitionId');
export const eventIdSchema = id('EventId');
export const fileIdSchema = id('FileId');
export const gatewayIdSchema = id('GatewayId');
export const provisionKeyIdSchema = id('ProvisionKeyId');
export const slotIdSchema = id('SlotId');
export const systemIdSchema = id('SystemId');
export const systemDefinitionIdSchema = id('SystemDefinitionId');
export const tokenIdSchema = id('TokenId');
export const userIdSchema = id('UserId');
export const userGroupIdSchema = id('UserGroupId');

export type AlertBrowserId = z.infer<typeof alertBrowserIdSchema>;
export type AlarmDefinitionId = z.infer<typeof alarmDefinitionIdSchema>;
export type AssetId = z.infer<typeof assetIdSchema>;
export type AssetDefinitionId = z.infer<typeof assetDefinitionIdSchema>;
export type AssetGroupId = z.infer<typeof assetGroupIdSchema>;
export type AdminId = z.infer<typeof adminIdSchema>;
export type DashboardId = z.infer<typeof dashboardIdSchema>;
export type DataItemId = z.infer<typeof dataItemIdSchema>;
export type EventDefinitionId = z.infer<typeof eventDefinitionIdSchema>;
export type EventId = z.infer<typeof eventIdSchema>;
export type FileId = z.infer<typeof fileIdSchema>;
export type GatewayId = z.infer<typeof gatewayIdSchema>;
export type ProvisionKeyId = z.infer<typeof provisionKeyIdSchema>;
export type SlotId = z.infer<typeof slotIdSchema>;
export type SystemId = z.infer<typeof systemIdSchema>;
export type SystemDefinitionId = z.infer<typeof systemDefinitionIdSchema>;
export type TokenId = z.infer<typeof tokenIdSchema>;
export type UserId = z.infer<typeof userIdSchema>;
export type UserGroupId = z.infer<typeof userGroupIdSchema>;

/** An id as it stands in a path or query: decimal digits only, so `1e3`, `-1` and `0x1` are refused (400). */
export function idInPath<Schema extends z.ZodType<number, number>>(schema: Schema) {
  return z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a positive integer')
    .transform(Number)
    .pipe(schema);
}

/** Parameters of the paths below one asset, asset definition or group. */
export const assetInPath = z.object({ assetId: idInPath(assetIdSchema) });
export const assetDefinitionInPath = z.object({ assetDefinitionId: idInPath(assetDefinitionIdSchema) });
export const assetGroupInPath = z.object({ assetGroupId: idInPath(assetGroupIdSchema) });
export const userGroupInPath = z.object({ userGroupId: idInPath(userGroupIdSchema) });

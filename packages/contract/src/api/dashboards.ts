import { z } from 'zod';
import {
  assetDefinitionIdSchema,
  assetDefinitionInPath,
  assetIdSchema,
  dashboardIdSchema,
  idInPath,
  systemDefinitionIdSchema,
} from '../ids.ts';
import { nameText } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

export const dashboardSchema = z.object({
  dashboardId: dashboardIdSchema,
  dashboardName: z.string(),
  systemDefinitionId: systemDefinitionIdSchema.nullable(),
  assetDefinitionId: assetDefinitionIdSchema.nullable(),
  /** JSON text of a DashboardDocument. Stored and answered as it came: a saved dashboard is the user's property. */
  config: z.string(),
  /** Grows by one with each save. */
  version: z.number().int(),
  modified: isoTimeSchema,
  modifiedBy: z.string(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** The largest config text accepted, bytes of UTF-8. */
export const MAX_DASHBOARD_CONFIG_BYTES = 5_000_000;

export const listAssetDashboards = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/dashboards',
  access: may('Dashboard', 'View'),
  summary: "The dashboards of an asset's definition",
  params: z.object({ assetId: idInPath(assetIdSchema) }),
  reply: z.array(dashboardSchema),
});

/** A dashboard in a list of them: everything but what is drawn. */
export const dashboardHeadSchema = dashboardSchema.omit({ config: true });
export type DashboardHead = z.infer<typeof dashboardHeadSchema>;

export const listDefinitionDashboards = call({
  method: 'GET',
  path: '/api/ef/assetdefinitions/{assetDefinitionId}/dashboards',
  access: may('Dashboard', 'View'),
  summary: 'The dashboards of an asset definition without what they draw; the first is the one that opens',
  params: assetDefinitionInPath,
  reply: z.array(dashboardHeadSchema),
});

export const getDashboard = call({
  method: 'GET',
  path: '/api/dashboards/{dashboardId}',
  access: may('Dashboard', 'View'),
  summary: 'One dashboard',
  params: z.object({ dashboardId: idInPath(dashboardIdSchema) }),
  reply: dashboardSchema,
});

export const saveDashboard = call({
  method: 'POST',
  path: '/api/dashboards',
  access: may('Dashboard', 'View'),
  summary: 'Save a dashboard (needs Dashboard/Modify); dashboardId 0 creates one (needs Dashboard/Create)',
  body: z.object({
    dashboardId: z.union([z.literal(0), dashboardIdSchema]),
    dashboardName: nameText().default(''),
    systemDefinitionId: systemDefinitionIdSchema.nullish(),
    assetDefinitionId: assetDefinitionIdSchema.nullish(),
    config: z.string().max(MAX_DASHBOARD_CONFIG_BYTES),
    /** The version the edit began with; when another save came between, 409. Absent: last write wins. */
    version: z.number().int().optional(),
  }),
  // The config is JSON inside a JSON string: each of its quotes is sent as two bytes.
  maxBodyBytes: 2 * MAX_DASHBOARD_CONFIG_BYTES + 100_000,
  reply: dashboardSchema,
});

export const deleteDashboard = call({
  method: 'DELETE',
  path: '/api/dashboards/{dashboardId}',
  access: may('Dashboard', 'Delete'),
  summary: 'Delete a dashboard',
  params: z.object({ dashboardId: idInPath(dashboardIdSchema) }),
  reply: z.object({ dashboardId: dashboardIdSchema }),
});

const versionSchema = z.int().positive().max(2_000_000_000);

export const dashboardVersionSchema = z.object({
  version: versionSchema,
  dashboardName: z.string(),
  modified: isoTimeSchema,
  modifiedBy: z.string(),
});
export type DashboardVersion = z.infer<typeof dashboardVersionSchema>;

export const listDashboardVersions = call({
  method: 'GET',
  path: '/api/dashboards/{dashboardId}/versions',
  access: may('Dashboard', 'View'),
  summary: 'Every saved version of a dashboard, newest first',
  params: z.object({ dashboardId: idInPath(dashboardIdSchema) }),
  reply: z.array(dashboardVersionSchema),
});

export const dashboardVersionWithConfigSchema = dashboardVersionSchema.extend({ config: z.string() });
export type DashboardVersionWithConfig = z.infer<typeof dashboardVersionWithConfigSchema>;

export const getDashboardVersion = call({
  method: 'GET',
  path: '/api/dashboards/{dashboardId}/versions/{version}',
  access: may('Dashboard', 'View'),
  summary: 'One saved version of a dashboard, with its config as it was stored',
  params: z.object({ dashboardId: idInPath(dashboardIdSchema), version: idInPath(versionSchema) }),
  reply: dashboardVersionWithConfigSchema,
});

export const restoreDashboardVersion = call({
  method: 'POST',
  path: '/api/dashboards/{dashboardId}/versions/{version}/restore',
  access: may('Dashboard', 'Modify'),
  summary: 'Save an earlier version again, as the newest',
  params: z.object({ dashboardId: idInPath(dashboardIdSchema), version: idInPath(versionSchema) }),
  reply: dashboardSchema,
});

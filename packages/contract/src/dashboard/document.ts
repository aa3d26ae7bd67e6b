import { z } from 'zod';

/** Layout sizes from small to large: mobile, tablet, PC (spec 1 §2). */
export const layoutSizes = ['xxs', 'sm', 'lg'] as const;
export type LayoutSize = (typeof layoutSizes)[number];

/** Columns and smallest width of each layout size, row height and margin in pixels (spec 1 §2, §9). */
export const GRID = {
  columns: { lg: 96, sm: 96, xxs: 6 },
  breakpoints: { lg: 1200, sm: 768, xxs: 1 },
  rowHeight: 10,
  margin: 4,
} as const;

/** Graph tiles start at 30 by 40, all others at 20 by 20, at 0,0 (spec 3 §10). */
export const NEW_GRAPH_TILE = { x: 0, y: 0, w: 30, h: 40 } as const;
export const NEW_TILE = { x: 0, y: 0, w: 20, h: 20 } as const;

export const DEFAULT_TAB_NAME = 'default';
export const DEFAULT_DASHBOARD_NAME = 'Unnamed Dashboard';

const gridNumber = z.number().int().min(0).max(100_000);

export const dataGridSchema = z.looseObject({
  x: gridNumber,
  y: gridNumber,
  w: gridNumber.min(1),
  h: gridNumber.min(1),
});

/** A tile's settings live flat in `properties`, beside its type; keys that a tile does not know are kept. */
export const tilePropertiesSchema = z.looseObject({
  type: z.looseObject({
    name: z.string(),
    value: z.string(),
    default: z.boolean().optional(),
  }),
  settingsGuid: z.string().optional(),
  overflow: z.enum(['hidden', 'scroll']).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
});

export const tileSchema = z.looseObject({
  id: z.string().min(1),
  properties: tilePropertiesSchema,
  dataGrid: dataGridSchema,
});
export type Tile = z.infer<typeof tileSchema>;

export const tabSchema = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  order: z.number(),
  /** Only holders of this permission see the tab; without one, everybody does. */
  permissionId: z.number().int().optional(),
  /** Shown at this layout size; absent means shown. */
  xxs: z.boolean().optional(),
  sm: z.boolean().optional(),
  lg: z.boolean().optional(),
});
export type Tab = z.infer<typeof tabSchema>;

export const layoutItemSchema = z.looseObject({
  i: z.string(),
  x: gridNumber,
  y: gridNumber,
  w: gridNumber.min(1),
  h: gridNumber.min(1),
  moved: z.boolean().optional(),
  static: z.boolean().optional(),
});
export type LayoutItem = z.infer<typeof layoutItemSchema>;

export const tabLayoutsSchema = z.looseObject({
  lg: z.array(layoutItemSchema).optional(),
  sm: z.array(layoutItemSchema).optional(),
  xxs: z.array(layoutItemSchema).optional(),
});
export type TabLayouts = z.infer<typeof tabLayoutsSchema>;

/** What a dashboard's `config` string holds. Tiles and layouts are kept per tab id. */
export const dashboardDocumentSchema = z.looseObject({
  tabs: z.array(tabSchema),
  tiles: z.record(z.string(), z.array(tileSchema)),
  layouts: z.record(z.string(), tabLayoutsSchema),
});
export type DashboardDocument = z.infer<typeof dashboardDocumentSchema>;

import { z } from 'zod';

/** filters.json: attributes by which lists of assets are narrowed (spec 1 §7). */
export const attributeFiltersSchema = z.array(
  z.object({ attributeName: z.string().trim().min(1).max(255), label: z.string().trim().min(1).max(255) }),
);
export type AttributeFilter = z.infer<typeof attributeFiltersSchema>[number];

/** customers.json: the names of customers that forms offer (spec 2 §7). */
export const customersSchema = z.array(z.string().trim().min(1).max(255));

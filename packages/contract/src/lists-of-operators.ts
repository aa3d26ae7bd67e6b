import { z } from 'zod';

/** filters.json: attributes by which lists of assets are narrowed (spec 1 §7). */
export const attributeFiltersSchema = z.array(
  z.object({ attributeName: z.string().trim().min(1).max(255), label: z.string().trim().min(1).max(255) }),
);
export type AttributeFilter = z.infer<typeof attributeFiltersSchema>[number];

/** customers.json: the names of customers that forms offer (spec 2 §7). */
export const customersSchema = z.array(z.string().trim().min(1).max(255));

const names = z.array(z.string().trim().min(1).max(255));

/** jobs.json: what the form of a job offers of plugs and bits (spec 2 §9). */
export const jobListsSchema = z.object({ fracPlugTypes: names, bits: names });
export type JobLists = z.infer<typeof jobListsSchema>;

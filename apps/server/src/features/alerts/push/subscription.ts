import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What a browser gave: where its messages go, and what they are sealed with. */
export const subscriptionSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const markOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
export const ownerOfSubscription = (mark: string) => `alert browser ${mark}`;

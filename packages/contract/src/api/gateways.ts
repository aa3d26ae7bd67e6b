import { z } from 'zod';
import { adminIdSchema, gatewayIdSchema, idInPath } from '../ids.ts';
import { requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { administrators, call } from './call.ts';

export const gatewaySchema = z.object({
  gatewayId: gatewayIdSchema,
  name: z.string(),
  /** The assets that it creates belong to this admin unit. */
  adminId: adminIdSchema,
  created: isoTimeSchema,
});
export type Gateway = z.infer<typeof gatewaySchema>;

export const listGateways = call({
  method: 'GET',
  path: '/api/gateways',
  access: administrators,
  summary: "Gateways and Sparkplug edges of the caller's admin unit and of the units below it",
  reply: z.array(gatewaySchema),
});

export const createGateway = call({
  method: 'POST',
  path: '/api/gateways',
  access: administrators,
  summary: 'A token for a gateway or Sparkplug edge, answered this once; it may create assets',
  body: z.object({ name: requiredName() }),
  reply: gatewaySchema.extend({ accessToken: z.string() }),
});

export const deleteGateway = call({
  method: 'DELETE',
  path: '/api/gateways/{gatewayId}',
  access: administrators,
  summary: 'End the token of a gateway',
  params: z.object({ gatewayId: idInPath(gatewayIdSchema) }),
  reply: z.object({ gatewayId: gatewayIdSchema }),
});

import { z } from 'zod';
import { gatewayIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { administrators, call } from './call.ts';

export const gatewaySchema = z.object({ gatewayId: gatewayIdSchema, name: z.string(), created: isoTimeSchema });
export type Gateway = z.infer<typeof gatewaySchema>;

export const listGateways = call({
  method: 'GET',
  path: '/api/gateways',
  access: administrators,
  summary: 'Gateways and Sparkplug edges',
  reply: z.array(gatewaySchema),
});

export const createGateway = call({
  method: 'POST',
  path: '/api/gateways',
  access: administrators,
  summary: 'A token for a gateway or Sparkplug edge, answered this once; it may create assets',
  body: z.object({ name: z.string().trim().min(1).max(255) }),
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

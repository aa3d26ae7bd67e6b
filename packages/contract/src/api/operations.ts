import { z } from 'zod';
import { anyone, call, operations, session } from './call.ts';

export const getHealth = call({
  method: 'GET',
  path: '/api/health',
  access: anyone,
  summary: '200 while everything that accepts data works; 503 with the reason otherwise',
  reply: z.object({ status: z.enum(['ok', 'failing']), reason: z.string().optional() }),
});

export const getMetrics = call({
  method: 'GET',
  path: '/metrics',
  access: operations,
  summary: 'Prometheus text, for loopback or an API token',
  reply: z.unknown(),
  replyType: 'text/plain; version=0.0.4',
});

export const getOpenApi = call({
  method: 'GET',
  path: '/api/openapi.json',
  access: session,
  summary: 'This call table as an OpenAPI document',
  reply: z.unknown(),
});

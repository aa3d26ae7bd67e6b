import { z } from 'zod';
import { frameSitesSchema } from '../frame-sites.ts';
import { administrators, anyone, call, operations, session } from './call.ts';

export * from './portal/journal.ts';

export const getHealth = call({
  method: 'GET',
  path: '/api/health',
  access: anyone,
  summary: '200 while everything that accepts data works; 503 with the reason otherwise',
  reply: z.object({
    status: z.enum(['ok', 'failing']),
    reason: z.string().optional(),
    /** What keeps nothing from being accepted, and needs an operator all the same: damage to stored history. */
    warning: z.string().optional(),
  }),
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

export const getDocs = call({
  method: 'GET',
  path: '/api/docs',
  access: session,
  summary: 'Leads to this call table as a page, with calls to try',
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

/** What an operator edits in the configuration folder; public are links and palettes, the rest needs a session. */
export const getConfigFile = call({
  method: 'GET',
  path: '/config/{file}',
  access: anyone,
  summary: 'A configuration file of the web client: links, palettes, and with a session alarms, map and others',
  params: z.object({ file: z.string().min(1).max(100) }),
  reply: z.unknown(),
});

export const getFrameSites = call({
  method: 'GET',
  path: '/api/framesites',
  access: administrators,
  summary: 'Which other sites tiles may show, and what is lent to them; for administrators of admin unit 1',
  reply: frameSitesSchema,
});

export const putFrameSites = call({
  method: 'PUT',
  path: '/api/framesites',
  access: administrators,
  summary: 'Change which other sites tiles may show; pages that are opened from then on follow it',
  body: frameSitesSchema.superRefine(({ sites }, context) => {
    const origins = sites.map(({ origin }) => origin);
    const twice = origins.findIndex((origin, index) => origins.indexOf(origin) !== index);
    if (twice >= 0)
      context.addIssue({ code: 'custom', path: ['sites', twice, 'origin'], message: 'stands here twice' });
  }),
  reply: frameSitesSchema,
});

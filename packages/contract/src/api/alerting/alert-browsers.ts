import { z } from 'zod';
import { alertBrowserIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, session } from '../call.ts';

/** One user's; who wants another one takes one of them away. */
export const MOST_ALERT_BROWSERS = 10;

/** A browser that agreed to be told of alarms. Where its messages go and what they are sealed with is never answered. */
export const alertBrowserSchema = z.object({
  browserId: alertBrowserIdSchema,
  /** SHA-256 of its address, base64url: by this a browser knows itself. */
  mark: z.string(),
  /** As it calls itself. */
  userAgent: z.string(),
  /** Who delivers to it. */
  service: z.string(),
  created: isoTimeSchema,
  /** When it last took a message. */
  lastUsed: isoTimeSchema.nullable(),
});
export type AlertBrowser = z.infer<typeof alertBrowserSchema>;

export const listAlertBrowsers = call({
  method: 'GET',
  path: '/api/ef/alertbrowsers',
  access: session,
  proof: 'session',
  summary: 'The browsers that tell the caller of alarms, and the key of the portal that a browser agrees to',
  reply: z.object({
    /** P-256, uncompressed, base64url: the `applicationServerKey`. */
    publicKey: z.string(),
    browsers: z.array(alertBrowserSchema),
  }),
});

const endpoint = z
  .string()
  .max(1_000)
  .refine((text) => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  }, 'must be an address that begins with https://, without a user name');

export const addAlertBrowser = call({
  method: 'POST',
  path: '/api/ef/alertbrowsers',
  access: session,
  proof: 'session',
  summary:
    'Tell the caller of alarms in this browser (Web Push): what its PushSubscription says. The same address again is the same browser, of whoever sent it last',
  body: z.object({
    endpoint,
    keys: z.object({
      /** 65 and 16 bytes. */
      p256dh: z.string().regex(/^[\w-]{87}$/, 'must be a P-256 key in base64url'),
      auth: z.string().regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url'),
    }),
  }),
  reply: alertBrowserSchema,
});

export const removeAlertBrowser = call({
  method: 'DELETE',
  path: '/api/ef/alertbrowsers/{browserId}',
  access: session,
  proof: 'session',
  summary: "Tell the caller nothing in one of the caller's browsers any more",
  params: z.object({ browserId: idInPath(alertBrowserIdSchema) }),
  reply: z.object({ browserId: alertBrowserIdSchema }),
});

/** What a browser is sent, and shows. */
export interface PushNote {
  /** Of the message: the same again is the same. */
  id: string;
  title: string;
  body: string;
  /** Where a press leads, below the portal's own address. */
  path: string;
  /** What it is about: a newer note of the same takes its place. */
  about: string;
  /** When it happened, ms. */
  time: number;
  /** Whether it asks for somebody: it sounds although it takes the place of another. */
  calls: boolean;
}

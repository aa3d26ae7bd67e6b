import { z } from 'zod';
import { mailAddressSchema } from '../../mail-address.ts';
import { nameText } from '../../plain-name.ts';
import { administrators, call } from '../call.ts';

/** In the order in which a newcomer takes them. */
export const firstHourSteps = ['name', 'mail', 'definition', 'device', 'dashboard', 'colleague'] as const;
export type FirstHourStep = (typeof firstHourSteps)[number];

const firstHourSchema = z.object({
  /** What is there already; told by what the portal holds, not by who pressed what. */
  done: z.array(z.enum(firstHourSteps)),
  /** Whether the start page no longer reminds of it. */
  isDismissed: z.boolean(),
  /** What pages are headed with; '' is the product's own name. */
  portalName: z.string(),
  /** An asset whose dashboard can be opened; the one that was heard last. */
  assetId: z.number().int().nullable(),
});
export type FirstHour = z.infer<typeof firstHourSchema>;

export const MAX_PORTAL_NAME = 60;

/** What stands in the head of each page and before the address of each mail: no line breaks. */
const portalNameSchema = nameText(MAX_PORTAL_NAME);

export const getFirstHour = call({
  method: 'GET',
  path: '/api/ef/firsthour',
  access: administrators,
  summary: 'Which steps of setting up the portal are done; for administrators of admin unit 1',
  reply: firstHourSchema,
});

export const saveFirstHour = call({
  method: 'PUT',
  path: '/api/ef/firsthour',
  access: administrators,
  summary:
    'Name the portal, or say whether the start page reminds of the first hour; for administrators of admin unit 1. 409 with the name that stands there when it is another one than `expectedName`',
  body: z.object({
    portalName: portalNameSchema.optional(),
    /** The name that was changed; left out: whatever stands there. */
    expectedName: z.string().optional(),
    isDismissed: z.boolean().optional(),
  }),
  reply: firstHourSchema,
});

/** `tls`: from the first byte. `starttls`: required before anything else is said. `offered`: where the server offers it. */
export const mailSecurities = ['tls', 'starttls', 'offered'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

const hostSchema = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^(?:[\p{L}\p{N}._-]+|\[?[0-9a-fA-F:.]+\]?)$/u, 'must be the name or address of a server');

export const mailServerInputSchema = z.object({
  host: hostSchema,
  port: z.number().int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** '': it asks for none. */
  username: z.string().max(255).default(''),
  /** Left out: the one that is stored, for the same server and user. */
  password: z.string().max(1_000).optional(),
  /** Whom mails come from; '': told by the user name or the server's name. */
  sender: z.union([z.literal(''), mailAddressSchema]).default(''),
});
export type MailServerInput = z.infer<typeof mailServerInputSchema>;

export const mailServerSchema = z.object({
  /** `environment`: TELLTALE_SMTP_URL says it, and nothing else counts. `none`: mails are files of the data folder. */
  source: z.enum(['environment', 'stored', 'none']),
  host: z.string(),
  port: z.number().int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  hasPassword: z.boolean(),
  sender: z.string(),
  /** Another one after each change, of the password too; '' while none is stored. */
  version: z.string(),
});
export type MailServer = z.infer<typeof mailServerSchema>;

export const getMailServer = call({
  method: 'GET',
  path: '/api/ef/mailserver',
  access: administrators,
  summary: 'Which mail server mails go to, without its password; for administrators of admin unit 1',
  reply: mailServerSchema,
});

export const saveMailServer = call({
  method: 'PUT',
  path: '/api/ef/mailserver',
  access: administrators,
  // Links that let into accounts go by mail: whoever names the server reads them.
  proof: 'fresh',
  summary:
    'Say which mail server mails go to from now on, null for none; for administrators of admin unit 1. 409 with the server that stands there when it has another version than `expectedVersion`',
  body: z.object({
    server: mailServerInputSchema.nullable(),
    /** The version that was changed; left out: whatever stands there. */
    expectedVersion: z.string().optional(),
  }),
  reply: mailServerSchema,
});

export const testMailServer = call({
  method: 'POST',
  path: '/api/ef/mailserver/test',
  access: administrators,
  proof: 'fresh',
  summary: 'Send a mail by a mail server, and tell what became of it; for administrators of admin unit 1',
  body: z.object({
    to: mailAddressSchema,
    /** Left out: the one that mails go to now. */
    server: mailServerInputSchema.optional(),
  }),
  reply: z.object({
    isSent: z.boolean(),
    /** Why not, in words; null when the server has taken it. */
    problem: z.string().nullable(),
  }),
});

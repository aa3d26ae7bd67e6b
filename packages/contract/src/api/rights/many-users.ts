import { z } from 'zod';
import { adminIdSchema, userGroupIdSchema, userIdSchema } from '../../ids.ts';
import { nameText } from '../../plain-name.ts';
import { call, may } from '../call.ts';

/** Lines of one call; a longer list is sent in parts. */
export const MOST_USERS_AT_ONCE = 1_000;
/** Mails of one call: who asks waits for what becomes of them. */
export const MOST_MAILS_AT_ONCE = 50;
/** Links of one call. */
export const MOST_LINKS_AT_ONCE = 200;

/** One line of a list: an account that is made, or put into groups where it is there already. */
export const userLineSchema = z.object({
  /** Of the file, for what is said about it; from 1 on. */
  line: z.number().int().min(1),
  username: z.string().max(2_000),
  firstName: nameText().optional(),
  lastName: nameText().optional(),
  userGroupIds: z.array(userGroupIdSchema).max(100).default([]),
});
export type UserLine = z.infer<typeof userLineSchema>;

export const userLineFaultSchema = z.object({ line: z.number().int(), message: z.string() });
export type UserLineFault = z.infer<typeof userLineFaultSchema>;

export const userLineChangeSchema = z.object({
  line: z.number().int(),
  username: z.string(),
  /** `link`: the account is there, and comes into groups; `none`: it is there, and in all of them. */
  kind: z.enum(['create', 'link', 'none']),
  /** Null: it is not made yet. */
  userId: userIdSchema.nullable(),
});
export type UserLineChange = z.infer<typeof userLineChangeSchema>;

export const importUsers = call({
  method: 'POST',
  path: '/api/ef/users/import',
  access: may('Users', 'Create'),
  summary:
    'Make accounts by the lines of a list and put them into user groups, all or none; with `preview` nothing is stored, and the answer says what would be. Nobody gets a password by it',
  body: z.object({
    lines: z.array(userLineSchema).min(1).max(MOST_USERS_AT_ONCE),
    /** The admin unit of accounts that are made; the caller's own if it is not named. */
    adminId: adminIdSchema.optional(),
    /** Accounts that are there already come into the groups; without it they are faults. */
    linkExisting: z.boolean().default(false),
    preview: z.boolean().default(false),
  }),
  maxBodyBytes: 8_000_000,
  reply: z.object({
    created: z.number().int(),
    linked: z.number().int(),
    unchanged: z.number().int(),
    /** What stands in the way; only a preview is answered with any. */
    faults: z.array(userLineFaultSchema),
    changes: z.array(userLineChangeSchema),
  }),
});

/**
 * `sent`: the mail server took it. `written`: the portal has no mail server, and the mail is a file in its data folder.
 * `waiting`: the mail server has not taken it yet; it is tried again for a while. `no-address`: neither the user name nor
 * an alternative address is one. `above`: the user may do or see more than the caller. `external`: the user logs in with the
 * identity provider, and has no password.
 */
export const mailOutcomeSchema = z.enum(['sent', 'written', 'waiting', 'failed', 'no-address', 'above', 'external']);
export type MailOutcome = z.infer<typeof mailOutcomeSchema>;

export const sendResetMails = call({
  method: 'POST',
  path: '/api/ef/users/resetmails',
  access: may('Users', 'Modify'),
  proof: 'fresh',
  summary: 'Mail users of the own admin unit a link that sets the password, and answer of each what became of it',
  body: z.object({ userIds: z.array(userIdSchema).min(1).max(MOST_MAILS_AT_ONCE) }),
  reply: z.array(z.object({ userId: userIdSchema, username: z.string(), outcome: mailOutcomeSchema })),
});

/**
 * Whether a user gets a link that sets the password. `gone`: removed, or out of the caller's sight. `above`: the user may do or
 * see more than the caller. `external`: the user logs in with the identity provider, and has no password.
 */
export const linkOutcomeSchema = z.enum(['link', 'gone', 'above', 'external']);
export type LinkOutcome = z.infer<typeof linkOutcomeSchema>;

export const userLinkSchema = z.object({
  userId: userIdSchema,
  /** Null: gone. */
  username: z.string().nullable(),
  outcome: linkOutcomeSchema,
  /** Whether a mail could go to the user. */
  hasAddress: z.boolean(),
  /** Null where none was made. */
  link: z.string().nullable(),
});
export type UserLink = z.infer<typeof userLinkSchema>;

export const makeResetLinks = call({
  method: 'POST',
  path: '/api/ef/users/resetlinks',
  access: may('Users', 'Modify'),
  proof: 'fresh',
  summary:
    'Make links that set the password for users of the own admin unit, answered this once; with `preview` none is made, and the answer says who gets one, and who not and why',
  body: z.object({
    userIds: z.array(userIdSchema).min(1).max(MOST_LINKS_AT_ONCE),
    preview: z.boolean().default(false),
  }),
  reply: z.array(userLinkSchema),
});

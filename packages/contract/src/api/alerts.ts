import { z } from 'zod';

/** What happened to an alarm or a connection, as people are told of it. */
export const alertKindSchema = z.enum([
  'raised',
  'escalated',
  'unanswered',
  'acknowledged',
  'closed',
  'expired',
  'offline',
  'online',
]);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** A way to tell people. */
export const alertChannelSchema = z.enum(['mail']);
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/** `sent`: the other side has taken it. `dropped`: it was not to be told any more. */
export const alertMessageStateSchema = z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped']);
export type AlertMessageState = z.infer<typeof alertMessageStateSchema>;

import { z } from 'zod';
import { adminIdSchema, alarmDefinitionIdSchema, assetIdSchema, idInPath } from '../ids.ts';
import { requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { causeNumberSchema } from './alarms/alarms.ts';
import { call, may, mayAll } from './call.ts';

const handoverId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const unitInPath = z.object({ adminId: idInPath(adminIdSchema) });
const handoverInPath = z.object({ handoverId: idInPath(handoverId) });

export const shiftTimeSchema = z.object({
  name: requiredName(60),
  /** Minutes after midnight on the unit's clock; a shift lasts until the next one begins. */
  startMinute: z.number().int().min(0).max(1_439),
});

export const shiftPlanSchema = z.object({
  adminId: adminIdSchema,
  /** IANA. */
  zone: z.string(),
  shifts: z.array(shiftTimeSchema),
  /** Nobody has set shift times for the unit yet: these are the usual ones. */
  isUsual: z.boolean(),
  /** Of these times; another as soon as somebody sets others. */
  version: z.string(),
});
export type ShiftPlanOfUnit = z.infer<typeof shiftPlanSchema>;

export const getShifts = call({
  method: 'GET',
  path: '/api/adminunits/{adminId}/shifts',
  access: may('Events', 'View'),
  summary: 'When the shifts of an admin unit begin',
  params: unitInPath,
  reply: shiftPlanSchema,
});

export const putShifts = call({
  method: 'PUT',
  path: '/api/adminunits/{adminId}/shifts',
  access: mayAll(['AdminUnits', 'Modify'], ['Events', 'View']),
  summary:
    'Set when the shifts of an admin unit begin; a handover that has begun goes on. 409 with the times that stand there when they have another version than `expectedVersion`',
  params: unitInPath,
  body: z.object({
    zone: z.string().trim().min(1).max(100),
    shifts: z.array(shiftTimeSchema).min(1).max(12),
    /** Of the times that the caller has seen; without it, what stands there is replaced. */
    expectedVersion: z.string().optional(),
  }),
  reply: shiftPlanSchema,
});

/** What a handover tells of itself, in this order; each with a text of the people. */
export const handoverSections = [
  'summary',
  'open',
  'opened',
  'closed',
  'shelved',
  'commands',
  'offline',
  'notes',
  'maintenance',
  'changes',
] as const;
export type HandoverSection = (typeof handoverSections)[number];

/** `running`: written in. `signed`: the leaving person has signed. `accepted`: the coming one has, too; it stays as it is. */
export const handoverStates = ['running', 'signed', 'accepted'] as const;

export const handoverLineSchema = z.object({
  key: z.string(),
  time: isoTimeSchema,
  /** Of a time offline, when it ended. */
  until: isoTimeSchema.nullable(),
  assetId: assetIdSchema.nullable(),
  /** As it was called then. */
  assetName: z.string(),
  title: z.string(),
  state: z.string(),
  text: z.string(),
  user: z.string(),
  severity: z.number().nullable(),
  /** It carries a time before the handover and came after the one before was signed. */
  isLate: z.boolean().default(false),
  /** The text is the cause of an alarm: of which, when it came to count, and the numbers of it that have a unit. */
  cause: z
    .object({
      alarmDefinitionId: alarmDefinitionIdSchema,
      raised: isoTimeSchema,
      causeNumbers: z.array(causeNumberSchema).optional(),
    })
    .optional(),
});
export type HandoverLine = z.infer<typeof handoverLineSchema>;

const signatureSchema = z.object({ user: z.string(), time: isoTimeSchema });

const summaryFields = {
  handoverId,
  adminId: adminIdSchema,
  unitName: z.string(),
  /** The name of the shift in which it began. */
  shift: z.string(),
  zone: z.string(),
  from: isoTimeSchema,
  /** Null while it runs: it goes on until somebody hands over. */
  to: isoTimeSchema.nullable(),
  /** When the shift ends by the plan. */
  shiftEnd: isoTimeSchema,
  state: z.enum(handoverStates),
  leaving: signatureSchema.nullable(),
  coming: signatureSchema.nullable(),
};

export const handoverSummarySchema = z.object(summaryFields);
export type HandoverSummary = z.infer<typeof handoverSummarySchema>;

export const handoverTextSchema = z.object({
  section: z.enum(handoverSections),
  text: z.string(),
  /** Goes up with each change; 0: nobody wrote yet. */
  version: z.number().int(),
  user: z.string(),
  time: isoTimeSchema.nullable(),
});
export type HandoverText = z.infer<typeof handoverTextSchema>;

export const handoverSchema = z.object({
  ...summaryFields,
  /** What the coming person said while accepting it. */
  remark: z.string(),
  texts: z.array(handoverTextSchema),
  sections: z.array(
    z.object({
      section: z.enum(handoverSections),
      lines: z.array(handoverLineSchema),
      /** There were more than a handover holds. */
      isCut: z.boolean(),
    }),
  ),
  /** Some of the unit's assets are out of the reader's sight, and what happened to them is left out. */
  isPartial: z.boolean(),
});
export type Handover = z.infer<typeof handoverSchema>;

export const listHandovers = call({
  method: 'GET',
  path: '/api/adminunits/{adminId}/handovers',
  access: may('Events', 'View'),
  summary: 'The handovers of an admin unit, newest first; the first one may still be running',
  params: unitInPath,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), handovers: z.array(handoverSummarySchema) }),
});

export const beginHandover = call({
  method: 'POST',
  path: '/api/adminunits/{adminId}/handovers',
  access: mayAll(['Events', 'Create'], ['Events', 'View']),
  summary:
    'Begin the first handover of an admin unit, with the shift that runs, or answer the one that is not accepted yet',
  params: unitInPath,
  reply: handoverSummarySchema,
});

export const getHandover = call({
  method: 'GET',
  path: '/api/handovers/{handoverId}',
  access: may('Events', 'View'),
  summary: 'A handover with all that it tells, as far as the caller may see it',
  params: handoverInPath,
  reply: handoverSchema,
});

export const MAX_HANDOVER_TEXT = 20_000;

export const putHandoverText = call({
  method: 'PUT',
  path: '/api/handovers/{handoverId}/texts/{section}',
  access: mayAll(['Events', 'Modify'], ['Events', 'View']),
  summary: 'Save what somebody writes in a section; 409 with the newest text where somebody else wrote in the meantime',
  params: handoverInPath.extend({ section: z.enum(handoverSections) }),
  body: z.object({
    text: z.string().max(MAX_HANDOVER_TEXT),
    /** The version that it was changed from. */
    version: z.number().int().min(0),
  }),
  reply: handoverTextSchema,
});

export const signHandover = call({
  method: 'POST',
  path: '/api/handovers/{handoverId}/sign',
  access: mayAll(['Events', 'Modify'], ['Events', 'View']),
  summary: 'Hand over: the leaving person signs, and what it tells is held; needs a session',
  params: handoverInPath,
  reply: handoverSummarySchema,
});

export const unsignHandover = call({
  method: 'DELETE',
  path: '/api/handovers/{handoverId}/sign',
  access: mayAll(['Events', 'Modify'], ['Events', 'View']),
  summary: 'Take the signature back while nobody has accepted it; it runs on',
  params: handoverInPath,
  reply: handoverSummarySchema,
});

export const acceptHandover = call({
  method: 'POST',
  path: '/api/handovers/{handoverId}/accept',
  access: mayAll(['Events', 'Modify'], ['Events', 'View']),
  summary:
    'Take over: the coming person signs, it stays as it is, and the next one begins; needs a session of another person',
  params: handoverInPath,
  body: z.object({ remark: z.string().trim().max(2_000).default('') }),
  reply: handoverSummarySchema,
});

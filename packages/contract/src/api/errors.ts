import { z } from 'zod';

/** The wire form of every refusal (spec 3 §5). */
export const errorReplySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
  }),
});

export type ErrorReply = z.infer<typeof errorReplySchema>;

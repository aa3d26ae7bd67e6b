import { z } from 'zod';
import { userIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call, session } from '../call.ts';

/** How long an administrator views the portal as another user. */
export const VIEW_MS = 15 * 60_000;

/** So many views of one session are open at once; another one ends the oldest. */
export const MOST_VIEWS = 10;

/** In the query of every call that a tab makes which views as another user: which view it is. It is worth nothing without the session. */
export const VIEW_PARAM = 'viewAs';

/** A call that only the user themselves may make, refused to who views as that user. */
export const NOT_AS_ANOTHER = 'not-as-another';
/** The view has ended: without it, the session is its owner's. */
export const VIEW_OVER = 'view-over';

/** Whom a tab views as; also told by its session check. */
export const viewSchema = z.object({
  viewId: z.string(),
  userId: userIdSchema,
  username: z.string(),
  /** Who views. */
  by: z.string(),
  until: isoTimeSchema,
});
export type View = z.infer<typeof viewSchema>;

export const startView = call({
  method: 'POST',
  path: '/api/ef/auth/views',
  access: administrators,
  proof: 'fresh',
  summary:
    'View the portal as another user for 15 minutes: calls with `?viewAs={viewId}` read as that user and change nothing. For users in sight of the own admin unit who may do no more than the caller',
  body: z.object({ userId: userIdSchema }),
  reply: viewSchema,
});

export const endView = call({
  method: 'DELETE',
  path: '/api/ef/auth/views/{viewId}',
  access: session,
  proof: 'session',
  summary: 'End a view of this session; one that has ended already stays so',
  params: z.object({ viewId: z.string().min(1).max(100) }),
  reply: z.object({ viewId: z.string() }),
});

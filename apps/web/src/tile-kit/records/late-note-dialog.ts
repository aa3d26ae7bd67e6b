import { lazyPart } from '#ui/lazy-part.tsx';

/** The dialog that writes a note from a dashboard; no tile waits for it. */
export const LateNoteDialog = lazyPart(async () => (await import('./DashboardNote.tsx')).DashboardNote);

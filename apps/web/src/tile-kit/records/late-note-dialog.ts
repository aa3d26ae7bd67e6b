import { lazyPart } from '#ui/lazy-part.tsx';

/** The dialog that writes a note of an asset; no tile waits for it. */
export const LateNoteDialog = lazyPart(async () => (await import('#pages/timeline/NoteDialog.tsx')).NoteDialog);

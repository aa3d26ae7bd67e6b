import { z } from 'zod';
import { newId } from './new-id.ts';

const draftSchema = z.object({
  config: z.string(),
  /** The version that was changed: what others saved since is merged in when the draft is saved. */
  version: z.number(),
  /** When it was kept, ms since 1970. */
  keptMs: z.number().default(0),
});

/** Changes that were not saved: they outlive a reload and a crash in this browser. */
export type Draft = z.infer<typeof draftSchema>;

/** A draft, and the place where the browser keeps it. */
export interface FoundDraft extends Draft {
  readonly place: string;
  /** As it is kept. */
  readonly text: string;
}

/** Whose draft of which dashboard: people who share a browser do not find each other's. */
export interface DraftKey {
  readonly userId: number;
  readonly dashboardId: number;
}

const prefixOf = ({ userId, dashboardId }: DraftKey) => `draft.dashboard.${userId}.${dashboardId}.`;

/** Each window keeps its own, so that two which edit one dashboard do not write over each other's changes. */
const placeOf = (key: DraftKey) => prefixOf(key) + windowId();

const WINDOW_KEY = 'window';

/** Outlives a reload of the window, and goes with it. */
function windowId(): string {
  const known = sessionStorage.getItem(WINDOW_KEY);
  return known ?? renewWindow();
}

/** A window that was duplicated has the id of the other one until either takes another. */
export function renewWindow(): string {
  const id = newId();
  sessionStorage.setItem(WINDOW_KEY, id);
  return id;
}

/** The draft of this window; where it has none, the newest that any window left behind. */
export function readDraft(key: DraftKey): FoundDraft | undefined {
  const own = parse(placeOf(key));
  if (own !== undefined) return own;
  const found = placesOf(key).flatMap((place) => parse(place) ?? []);
  return found.sort((a, b) => b.keptMs - a.keptMs)[0];
}

/** Keeps a draft of this window; answers whether the browser took it. One whose storage is full keeps none. */
export function keepDraft(key: DraftKey, draft: Omit<Draft, 'keptMs'>): boolean {
  try {
    localStorage.setItem(placeOf(key), JSON.stringify({ ...draft, keptMs: Date.now() }));
    return true;
  } catch {
    // An older draft would bring back changes that were since undone.
    dropDraft(key);
    return false;
  }
}

/** Ends the draft of this window. */
export function dropDraft(key: DraftKey): void {
  localStorage.removeItem(placeOf(key));
}

/** Ends a draft that was taken up here, unless its own window has gone on with it. */
export function dropTakenUp({ place, text }: FoundDraft): void {
  if (localStorage.getItem(place) === text) localStorage.removeItem(place);
}

/** Ends the drafts of all windows: there is no such dashboard any more. */
export function dropAllDrafts(key: DraftKey): void {
  for (const place of placesOf(key)) localStorage.removeItem(place);
}

/** Whether the browser's storage keeps this window's draft under a name; null stands for all names at once. */
export function isDraftOf(storageKey: string | null, key: DraftKey): boolean {
  return storageKey === null || storageKey === placeOf(key);
}

function placesOf(key: DraftKey): string[] {
  return Object.keys(localStorage).filter((place) => place.startsWith(prefixOf(key)));
}

function parse(place: string): FoundDraft | undefined {
  const text = localStorage.getItem(place);
  if (text === null) return undefined;
  try {
    return { ...draftSchema.parse(JSON.parse(text)), place, text };
  } catch {
    return undefined; // written by another version of the portal, or by hand
  }
}

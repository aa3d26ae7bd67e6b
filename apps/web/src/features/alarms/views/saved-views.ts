import { z } from 'zod';

/** The attribute of the user that keeps them (spec 3 §13 has attributes of users). */
export const VIEWS_ATTRIBUTE = 'alarmViews';
export const MAX_VIEWS = 50;

const viewsSchema = z
  .array(z.object({ name: z.string().min(1).max(80), search: z.string().max(2_000) }))
  .max(MAX_VIEWS);
export type SavedView = z.infer<typeof viewsSchema>[number];

/** The lists that a user gave a name; none where the text cannot be read. */
export function readViews(text: string | undefined): readonly SavedView[] {
  if (text === undefined) return [];
  try {
    return viewsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** With a view added, or put in the place of the one of that name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name.toLowerCase() !== view.name.toLowerCase());
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name));
}

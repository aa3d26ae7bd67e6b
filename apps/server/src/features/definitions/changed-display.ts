import { type ItemDisplay, type ItemDisplayChange, itemDisplaySchema } from '@telltale/contract';
import { badRequest } from '#http/errors.ts';

/**
 * A description with what somebody changed of it. What each of two people changed holds by itself and may not together.
 * @param field how the body names it, for who is refused
 * @throws HttpError 400 where the scale would end below its beginning
 */
export function changedDisplay(old: ItemDisplay, change: ItemDisplayChange | undefined, field: string): ItemDisplay {
  if (!change) return old;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed = { ...old, ...given };
  const [issue] = itemDisplaySchema.safeParse(changed).error?.issues ?? [];
  if (issue) {
    const path = [field, ...issue.path].join('.');
    throw badRequest(`${path}: ${issue.message}`, { field: path });
  }
  return changed;
}

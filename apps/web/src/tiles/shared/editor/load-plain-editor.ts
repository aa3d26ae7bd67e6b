import type { ComponentType } from 'react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import type { PlainGroup } from './plain-field.ts';

/** The editor of a tile whose form is its list of fields and nothing else. */
export async function loadPlainEditor<Settings>(
  load: () => Promise<readonly PlainGroup<Settings>[]>,
): Promise<ComponentType<TileEditorProps<Settings>>> {
  const [{ plainEditor }, groups] = await Promise.all([import('./plain-editor.tsx'), load()]);
  return plainEditor(groups);
}

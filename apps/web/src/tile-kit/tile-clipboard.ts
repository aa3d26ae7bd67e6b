/** How copied tiles know each other on the clipboard, and other text apart. */
export const TILES_MARK = 'telltale/tiles';

/** One new tile as text for the clipboard: a dashboard that is edited takes it with Ctrl+V. */
export function clipboardTile(
  type: { name: string; value: string },
  settings: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ kind: TILES_MARK, tiles: [{ tile: { properties: { type, ...settings } } }] });
}

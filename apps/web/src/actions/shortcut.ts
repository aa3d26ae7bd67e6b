/** Keys pressed together, read from text such as `Mod+Shift+Z`. */
interface Shortcut {
  mod: boolean;
  shift: boolean;
  alt: boolean;
  key: string;
}

function parseShortcut(text: string): Shortcut {
  const parts = text.split('+').map((part) => part.trim().toLowerCase());
  const key = parts.at(-1) || '+';
  return { mod: parts.includes('mod'), shift: parts.includes('shift'), alt: parts.includes('alt'), key };
}

/** Whether a key press is the shortcut. Shift is not compared for signs, which need it on some keyboards only. */
export function matchesShortcut(text: string, event: KeyboardEvent): boolean {
  const wanted = parseShortcut(text);
  const isLetter = /^[a-z]$/.test(wanted.key);
  return (
    event.key.toLowerCase() === wanted.key &&
    (event.ctrlKey || event.metaKey) === wanted.mod &&
    event.altKey === wanted.alt &&
    (!isLetter || event.shiftKey === wanted.shift)
  );
}

/** Whether a shortcut works while the user types into a field: only with Ctrl, Cmd or Alt. */
export function worksWhileTyping(text: string): boolean {
  const { mod, alt } = parseShortcut(text);
  return mod || alt;
}

/** The keys to print, e.g. `['Ctrl', 'S']`, or `['⌘', 'S']` on a Mac. */
export function shortcutKeys(text: string, isMac: boolean): string[] {
  const { mod, shift, alt, key } = parseShortcut(text);
  return [
    ...(mod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    ...(alt ? [isMac ? '⌥' : 'Alt'] : []),
    key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1),
  ];
}

/** Whether plain keys belong to where the focus is: a field the user writes in, or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]')) return true;
  return target.closest('[role="dialog"]') !== null;
}

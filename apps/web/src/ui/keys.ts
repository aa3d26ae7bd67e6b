/** Of a key press of the browser or of React. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  preventDefault(): void;
}

/**
 * What keys do, by the browser's names of them: `Enter`, ` `, `ArrowLeft`, `+`; with Ctrl (or Cmd), Alt or Shift in front:
 * `Mod+Home`, `Alt+ArrowUp`, `Shift+ArrowLeft`. Where nothing is named with Shift, the key does the same with it.
 * An action that answers false leaves the key to others.
 */
export type KeyActions = Readonly<Record<string, (() => unknown) | undefined>>;

/** Does what a key is bound to, and nothing else then; answers whether it did. */
export function pressKey(event: KeyPress, actions: KeyActions): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const name = `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${key}`;
  const withShift = `Shift+${name}`;
  const bound = shiftKey && Object.hasOwn(actions, withShift) ? withShift : name;
  const action = Object.hasOwn(actions, bound) ? actions[bound] : undefined;
  if (action === undefined || action() === false) return false;
  event.preventDefault();
  return true;
}

import { useEffect } from 'react';
import { listActions } from './action-store.ts';
import { isTyping, matchesShortcut, worksWhileTyping } from './shortcut.ts';

/** Runs the shortcuts of every registered action. Used once, by the shell. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const typing = isTyping(event.target);
      // The last registered stands nearest to what the user looks at.
      const action = listActions()
        .reverse()
        .find(({ shortcut, otherShortcut, isFieldKey, isOwnKey }) =>
          [shortcut, otherShortcut].some(
            (keys) =>
              keys && !isOwnKey && matchesShortcut(keys, event) && (!typing || (worksWhileTyping(keys) && !isFieldKey)),
          ),
        );
      if (!action) return;
      // Even a disabled one keeps its key: Ctrl+S must not open the browser's own dialog.
      event.preventDefault();
      if (action.enabled !== false) action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

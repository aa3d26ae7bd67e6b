import { useEffect, useRef } from 'react';
import type { Action } from './action.ts';
import { registerActions } from './action-store.ts';

/**
 * Offers actions in the palette, the shortcuts and the menus while the component is mounted. A new array on each
 * render is fine: `run` is always the latest one, and the registry hears only of what is seen (label, enabled, …).
 */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  const owner = useRef<symbol>(undefined);
  const seen = actions.map(({ run: _run, icon: _icon, ...rest }) => rest);
  const fingerprint = JSON.stringify(seen);

  useEffect(() => {
    latest.current = actions;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fingerprint stands for what is seen of the actions
  useEffect(() => {
    owner.current ??= Symbol('actions');
    const stable = latest.current.map((action) => ({
      ...action,
      run: () => latest.current.find(({ id }) => id === action.id)?.run(),
    }));
    registerActions(owner.current, stable);
  }, [fingerprint]);

  useEffect(
    () => () => {
      if (owner.current) registerActions(owner.current, []);
    },
    [],
  );
}

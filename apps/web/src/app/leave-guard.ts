import { useEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { confirm } from '#ui/confirm.ts';

/** Asks before an address is left; answers whether it may be. */
type LeaveGuard = (to: string) => Promise<boolean>;

const guards = new Set<LeaveGuard>();

/** For the router: a navigation goes through once every guard lets it. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (guards.size === 0) {
    navigate(to, options);
    return;
  }
  void (async () => {
    for (const guard of guards) if (!(await guard(to))) return;
    navigate(to, options);
  })();
};

interface LeaveGuardOptions {
  isActive: boolean;
  question: string;
  /** Whether going there loses nothing. */
  isHarmless: (to: URL) => boolean;
  /** The user has said that what is unsaved may go. */
  onLeave: () => void;
}

/** While active, asks before the page is left by a link or closed. */
export function useLeaveGuard({ isActive, question, isHarmless, onLeave }: LeaveGuardOptions): void {
  const latest = useRef({ isHarmless, onLeave });
  useEffect(() => {
    latest.current = { isHarmless, onLeave };
  });
  useEffect(() => {
    if (!isActive) return;
    const guard: LeaveGuard = async (to) => {
      if (latest.current.isHarmless(new URL(to, window.location.href))) return true;
      const request = { message: question, title: 'Unsaved changes', confirmLabel: 'Leave', isDestructive: true };
      const mayLeave = await confirm(request);
      if (mayLeave) latest.current.onLeave();
      return mayLeave;
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [isActive, question]);
}

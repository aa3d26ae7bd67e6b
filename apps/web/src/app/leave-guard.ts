import { useEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { confirm } from '#ui/confirm.ts';

interface LeaveGuard {
  /** Whether going there loses nothing. */
  isHarmless(to: URL): boolean;
  ask(): Promise<boolean>;
}

const guards = new Set<LeaveGuard>();

/** For the router: a navigation goes through once every guard lets it. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const asking = guardsAgainst(new URL(to, window.location.href));
  if (asking.length === 0) {
    navigate(to, options);
    return;
  }
  void (async () => {
    if (await everyGuardLets(asking)) navigate(to, options);
  })();
};

function guardsAgainst(to: URL): LeaveGuard[] {
  return [...guards].filter((guard) => !guard.isHarmless(to));
}

async function everyGuardLets(asking: readonly LeaveGuard[]): Promise<boolean> {
  for (const guard of asking) if (!(await guard.ask())) return false;
  return true;
}

interface LeaveGuardOptions {
  isActive: boolean;
  question: string;
  /** Whether going there loses nothing. */
  isHarmless: (to: URL) => boolean;
}

/** While active, asks before the page is left by a link or the browser's buttons, or closed. */
export function useLeaveGuard({ isActive, question, isHarmless }: LeaveGuardOptions): void {
  const latest = useRef({ isHarmless, href: window.location.href });
  useEffect(() => {
    latest.current = { isHarmless, href: window.location.href };
  });
  useEffect(() => {
    if (!isActive) return;
    const guard: LeaveGuard = {
      isHarmless: (to) => latest.current.isHarmless(to),
      ask: () => confirm({ message: question, title: 'Unsaved changes', confirmLabel: 'Leave' }),
    };
    let isLeaving = false;
    // By the time the browser tells of its back button the address has changed: the guarded one is put back until the
    // user has answered. Captured, so that the router does not hear of it.
    const onPopState = (event: PopStateEvent) => {
      if (isLeaving || guard.isHarmless(new URL(window.location.href))) return;
      event.stopImmediatePropagation();
      window.history.pushState(null, '', latest.current.href);
      void guard.ask().then((mayLeave) => {
        if (!mayLeave) return;
        isLeaving = true;
        window.history.back();
      });
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('popstate', onPopState, true);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      guards.delete(guard);
      window.removeEventListener('popstate', onPopState, true);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [isActive, question]);
}

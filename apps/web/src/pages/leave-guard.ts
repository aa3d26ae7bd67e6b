import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AroundNavHandler } from 'wouter';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';

interface LeaveGuard {
  /** Whether going there loses nothing. */
  isHarmless(to: URL): boolean;
  ask(): Promise<boolean>;
  /** The address it guards. */
  href(): string;
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

let isGoingBack = false;

/**
 * Asks before the browser's back and forward buttons leave a guarded page. The browser has changed the address by the
 * time it tells, so the guarded one is put back until the user has answered.
 */
function onPopState(event: PopStateEvent): void {
  const asking = isGoingBack ? [] : guardsAgainst(new URL(window.location.href));
  const guarded = asking[0]?.href();
  isGoingBack = false;
  if (guarded === undefined) return;
  event.stopImmediatePropagation();
  window.history.pushState(null, '', guarded);
  void everyGuardLets(asking).then((mayLeave) => {
    if (!mayLeave) return;
    isGoingBack = true;
    window.history.back();
  });
}

// As the module is loaded, because the router must not hear of it first: it would have left the page by then.
window.addEventListener('popstate', onPopState, true);

function guardsAgainst(to: URL): LeaveGuard[] {
  return [...guards].filter((guard) => !guard.isHarmless(to));
}

async function everyGuardLets(asking: readonly LeaveGuard[]): Promise<boolean> {
  for (const guard of asking) if (!(await guard.ask())) return false;
  return true;
}

/** The same for what takes the place of a form without the router: another tab of a panel, a panel that closes. */
export function mayLeaveFor(to: URL): Promise<boolean> {
  return everyGuardLets(guardsAgainst(to));
}

/** The same before the user ends the session: with it ends also what another page would leave alone. */
export function mayLogOut(): Promise<boolean> {
  return everyGuardLets([...guards]);
}

interface LeaveGuardOptions {
  isActive: boolean;
  title?: string;
  question: string;
  /**
   * Whether going there loses nothing. `from` is the page that is guarded: the browser's buttons have changed its own address by
   * the time this is asked.
   */
  isHarmless: (to: URL, from: URL) => boolean;
}

/** While active, asks before the page is left by a link or the browser's buttons, or closed. */
export function useLeaveGuard({ isActive, title = 'Unsaved changes', question, isHarmless }: LeaveGuardOptions): void {
  const latest = useRef({ isHarmless, href: window.location.href });
  useEffect(() => {
    latest.current = { isHarmless, href: window.location.href };
  });
  // Of the layout, because a page that goes with the session must not be guarded any more when the login page takes its place.
  useLayoutEffect(() => {
    if (!isActive) return;
    let isAsking = false;
    const guard: LeaveGuard = {
      isHarmless: (to) => latest.current.isHarmless(to, new URL(latest.current.href)),
      ask: async () => {
        isAsking = true;
        const mayLeave = await confirm({ message: question, title, confirmLabel: 'Leave' });
        isAsking = false;
        return mayLeave;
      },
      href: () => latest.current.href,
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      guards.delete(guard);
      // There is nothing left to lose.
      if (isAsking) useConfirmStore.getState().open?.answer(false);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [isActive, title, question]);
}

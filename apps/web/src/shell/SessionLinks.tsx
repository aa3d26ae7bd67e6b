import { PERMISSION_USER_SETTINGS } from '@telltale/contract';
import { Link, useLocation } from 'wouter';
import { nameOf } from '#session/own-attributes.ts';
import { loginPath } from '#session/return-path.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { logOutOrSay } from './use-shell-actions.ts';

/** Settings (permission 12) and Log Out, or Register and Log in (spec 2 §2.2). */
export function SessionLinks({ className }: { className: string }) {
  const [path] = useLocation();
  const state = useSessionStore((session) => session.state);
  const name = useSessionStore(({ user }) => user && nameOf(user));
  const maySettings = useMay(PERMISSION_USER_SETTINGS);
  if (state === 'unknown') return null;
  if (state === 'invalid') {
    const isHere = path === '/login';
    return (
      <>
        <Link className={className} href="/register" aria-current={path === '/register' ? 'page' : undefined}>
          Register
        </Link>
        <Link
          className={className}
          href={isHere ? '/login' : loginPath(path)}
          aria-current={isHere ? 'page' : undefined}
        >
          Log in
        </Link>
      </>
    );
  }
  return (
    <>
      {maySettings ? (
        <Link className={className} href="/user-settings" aria-current={path === '/user-settings' ? 'page' : undefined}>
          Settings
        </Link>
      ) : null}
      <button type="button" className={className} onClick={() => void logOutOrSay()} title={`Logged in as ${name}`}>
        Log Out
      </button>
    </>
  );
}

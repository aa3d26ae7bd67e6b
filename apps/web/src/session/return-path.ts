import { parseLink } from '#ui/links/safe-link.ts';

/** Where a session begins. */
export const LANDING_PATH = '/assets';

/** The login page's address, remembering the page that was asked for. */
export function loginPath(asked: string): string {
  const isWorthReturning = asked !== '/' && asked !== LANDING_PATH && !/^\/(login|register)/.test(asked);
  return isWorthReturning ? `/login?next=${encodeURIComponent(asked)}` : '/login';
}

/** Where to go after login: the page asked for when it is one of ours, else the assets. */
export function returnPath(search: string): string {
  const next = parseLink(new URLSearchParams(search).get('next') ?? '');
  return next && !next.isExternal && !next.href.startsWith('/login') ? next.href : LANDING_PATH;
}

import { ADMIN_MODIFY, type auth, ownership, type View } from '@telltale/contract';
import { create } from 'zustand';
import { whenSessionIsRefused } from '#api/client.ts';
import { forgetView } from '#api/portal/view-mark.ts';
import { useProofStore } from './proof.ts';

/** Where the live connection finds its token (spec 1 §7). It opens the live hub and nothing else. */
export const BROKER_TOKEN_KEY = 'brokerToken';

interface SessionState {
  /** Unknown until the first check has been answered (spec 2 §2.2). */
  state: 'unknown' | 'valid' | 'invalid';
  authId: string | undefined;
  user: auth.User | undefined;
  permissions: ReadonlySet<number>;
  brokerToken: string | undefined;
  /** Whom this tab views as, if it does, and what that user holds: `permissions` is what of it reads. */
  viewing: (View & { held: ReadonlySet<number> }) | undefined;
  /** Why there is no session, shown on the login page: 'Login has expired.', 'You have been logged out.' */
  notice: string | undefined;
}

const noSession: Omit<SessionState, 'state' | 'notice'> = {
  authId: undefined,
  user: undefined,
  permissions: new Set(),
  brokerToken: undefined,
  viewing: undefined,
};

export const useSessionStore = create<SessionState>()(() => ({ ...noSession, state: 'unknown', notice: undefined }));

/** Takes up the session that a login or a session check answered. */
export function beginSession(reply: auth.LoginReply): void {
  const held = new Set(reply.permissions.map(({ permissionId }) => permissionId));
  // Other tabs have the session's own.
  if (!reply.viewing) localStorage.setItem(BROKER_TOKEN_KEY, reply.brokerToken);
  useSessionStore.setState({
    state: 'valid',
    authId: reply.auth.authId,
    user: reply.auth.user,
    // In a view nothing can be changed: what would is not offered.
    permissions: reply.viewing ? new Set([...held].filter(isToView)) : held,
    brokerToken: reply.brokerToken,
    viewing: reply.viewing && { ...reply.viewing, held },
    notice: undefined,
  });
}

/** Ends the session in this browser. The reason is kept when several calls find the same end one after another. */
export function endSession(notice: string | undefined): void {
  if (useSessionStore.getState().state === 'invalid') return;
  localStorage.removeItem(BROKER_TOKEN_KEY);
  forgetView();
  useProofStore.getState().open?.answer(false);
  useSessionStore.setState({ ...noSession, state: 'invalid', notice });
}

// As the module is loaded: whoever makes a call as a user has the session from here.
whenSessionIsRefused(() => endSession('Login has expired.'));

/** View, Create, Modify, Delete: in this order of every group, from 2 on (spec 2 §6). */
const isToView = (permissionId: number) => permissionId > ADMIN_MODIFY && (permissionId - 2) % 4 === 0;

/** What decides which pages and tabs there are: in a view those of the user, though nothing on them can be changed. */
export const heldBy = ({ viewing, permissions }: Pick<SessionState, 'viewing' | 'permissions'>) =>
  viewing?.held ?? permissions;

/** Whether these permissions include `permissionId`; AdminModify implies every other (spec 3 §13). */
export function includesPermission(permissions: ReadonlySet<number>, permissionId: number | undefined): boolean {
  return permissionId === undefined || permissions.has(ADMIN_MODIFY) || permissions.has(permissionId);
}

/** Whether the signed-in user holds a permission, for showing and hiding only: the server decides. */
export function useMay(permissionId: number | undefined): boolean {
  return useSessionStore((session) => includesPermission(session.permissions, permissionId));
}

/** Whether the signed-in user looks after the portal itself: an administrator of the first admin unit. For showing only. */
export function useLooksAfterPortal(): boolean {
  return useSessionStore(
    ({ user, permissions }) => user?.adminId === ownership.ROOT_ADMIN_ID && permissions.has(ADMIN_MODIFY),
  );
}

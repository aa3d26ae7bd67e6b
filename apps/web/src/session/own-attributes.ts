import { auth } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { useSessionStore } from './session-store.ts';

/** An attribute of the user's own, whatever the case of its name; undefined where there is none. */
export function useOwnAttribute(name: string): string | undefined {
  return useSessionStore(({ user }) => attributeOf(user, name));
}

function attributeOf(user: auth.User | undefined, name: string): string | undefined {
  return user?.attributes.find(({ attributeName }) => attributeName.toLowerCase() === name.toLowerCase())
    ?.attributeValue;
}

/** Saves an attribute of the user's own; the session has it at once. */
export async function saveOwnAttribute(attributeName: string, attributeValue: string): Promise<void> {
  const { user } = useSessionStore.getState();
  if (user === undefined) return;
  const { userId } = user;
  keep(await callApi(auth.saveUserAttributes, { body: [{ userId, attributeName, attributeValue }] }));
}

/** Saves which assets stand first in the list, in their order (spec 1 §7). */
export async function savePinnedAssets(assetIds: readonly number[]): Promise<void> {
  const { user } = useSessionStore.getState();
  if (user === undefined) return;
  const params = { userId: user.userId, assetIds: JSON.stringify(assetIds) };
  keep([await callApi(auth.savePinnedAssets, { params })]);
}

function keep(saved: readonly auth.UserAttribute[]): void {
  const { user } = useSessionStore.getState();
  if (user === undefined) return;
  const names = new Set(saved.map(({ attributeName }) => attributeName.toLowerCase()));
  const others = user.attributes.filter(({ attributeName }) => !names.has(attributeName.toLowerCase()));
  useSessionStore.setState({ user: { ...user, attributes: [...others, ...saved] } });
}

/** A user by their names with the user name behind, or by the user name alone. */
export function nameOf(user: auth.User): string {
  const names = ['firstName', 'lastName'].map((name) => attributeOf(user, name)?.trim() ?? '').filter(Boolean);
  return names.length === 0 ? user.username : `${names.join(' ')} (${user.username})`;
}

/** The sandbox account may change nothing, not even what is its own (spec 3 §13). */
const SANDBOX_ACCOUNT = 'view-only';

/** Whether the user may change what is their own. For showing and hiding only: the portal decides. */
export function useMayChangeOwn(): boolean {
  return useSessionStore(
    ({ user, viewing }) => user !== undefined && user.username !== SANDBOX_ACCOUNT && viewing === undefined,
  );
}

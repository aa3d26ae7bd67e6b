import { auth } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { useSessionStore } from './session-store.ts';

/** An attribute of the signed-in user; undefined: there is none. */
export function useOwnAttribute(attributeName: string): string | undefined {
  return useSessionStore(
    ({ user }) =>
      user?.attributes.find((attribute) => attribute.attributeName.toLowerCase() === attributeName.toLowerCase())
        ?.attributeValue,
  );
}

/** Keeps an attribute of the signed-in user in the portal, on whatever machine they log in next. */
export async function saveOwnAttribute(attributeName: string, attributeValue: string): Promise<void> {
  const { user } = useSessionStore.getState();
  if (user === undefined) return;
  const saved = await callApi(auth.saveUserAttributes, {
    body: [{ userId: user.userId, attributeName, attributeValue }],
  });
  const names = new Set(saved.map((attribute) => attribute.attributeName.toLowerCase()));
  const others = user.attributes.filter((attribute) => !names.has(attribute.attributeName.toLowerCase()));
  useSessionStore.setState({ user: { ...user, attributes: [...others, ...saved] } });
}

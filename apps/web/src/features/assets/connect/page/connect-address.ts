import { useLocation, useParams } from 'wouter';
import type { TokenKind } from '../recipes/recipe.ts';

/** `/connect/{asset or gateway}/{id}`: what is made, and once it is, which one is listened to. */
export function useConnectAddress() {
  const { kind: kindText, id: idText = '' } = useParams<{ kind?: string; id?: string }>();
  const [, navigate] = useLocation();
  const kind: TokenKind = kindText === 'gateway' ? 'gateway' : 'asset';
  return {
    kind,
    id: /^[1-9]\d{0,15}$/.test(idText) ? Number(idText) : undefined,
    open: (to: { kind: TokenKind; id?: number }) => navigate(connectPath(to)),
  };
}

function connectPath({ kind, id }: { kind: TokenKind; id?: number }): string {
  return id === undefined ? `/connect/${kind}` : `/connect/${kind}/${id}`;
}

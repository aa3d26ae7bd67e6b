import { PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { useAddressParams } from '#pages/use-address-params.ts';

/** The question as the address holds it: `?asset=12&may=59`, or `?user=7`. */
export function useAccessAddress() {
  const { params, set } = useAddressParams();
  const idOf = (name: string) => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  const [assetId, userId] = [idOf('asset'), idOf('user')];
  const about = userId === undefined && params.get('about') !== 'user' ? ('asset' as const) : ('user' as const);
  return {
    about,
    assetId: about === 'asset' ? assetId : undefined,
    userId,
    permissionId: idOf('may') ?? PERMISSION_ASSETS_VIEW,
    filter: params.get('name') ?? '',
    ask: (about: 'asset' | 'user') =>
      set({
        about: about === 'user' ? about : undefined,
        user: undefined,
        asset: undefined,
        may: undefined,
        name: undefined,
      }),
    setAsset: (id: number | undefined) => set({ asset: id?.toString(), name: undefined }),
    setPermission: (id: number) => set({ may: id === PERMISSION_ASSETS_VIEW ? undefined : String(id) }),
    setUser: (id: number | undefined) => set({ user: id?.toString(), about: id === undefined ? 'user' : undefined }),
    setFilter: (name: string) => set({ name }),
  };
}

export type AccessAddress = ReturnType<typeof useAccessAddress>;

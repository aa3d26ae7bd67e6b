import { useQueryClient } from '@tanstack/react-query';
import { assets, auth, type LayoutSize, layoutSizes, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { preferenceName, preferredIds, withChoice } from './default-choice.ts';

type Choices = Readonly<Partial<Record<LayoutSize, number | undefined>>>;

/**
 * Saves which dashboards open by default: for everybody as attributes of the asset (spec 1 §3), for oneself as one's
 * own attributes (spec 2 §7), which go first when a dashboard opens.
 */
export function useSaveDefaults() {
  const { subject } = useDashboard();
  const queryClient = useQueryClient();
  const mayModify = useMay(permissionId('Attributes', 'Modify'));
  const [isBusy, setBusy] = useState(false);
  const { asset } = subject;

  async function saveForEverybody(choices: Choices): Promise<void> {
    if (asset === undefined) return;
    const body = changedSizes(choices).map((size) => ({
      attributeName: preferenceName(size),
      attributeValue: String(choices[size] ?? ''),
    }));
    await callApi(assets.putAttributes, { params: { assetId: asset.assetId }, body });
    await queryClient.invalidateQueries({ queryKey: queryKeys.asset(asset.assetId), exact: true });
  }

  async function saveForMe(choices: Choices, siblings: readonly number[]): Promise<void> {
    const user = useSessionStore.getState().user;
    if (user === undefined) return;
    const saved = await callApi(auth.saveUserAttributes, {
      body: changedSizes(choices).map((size) => ({
        userId: user.userId,
        attributeName: preferenceName(size),
        attributeValue: withChoice(preferredIds(user.attributes, size), siblings, choices[size]),
      })),
    });
    const names = new Set(saved.map(({ attributeName }) => attributeName.toLowerCase()));
    const others = user.attributes.filter(({ attributeName }) => !names.has(attributeName.toLowerCase()));
    useSessionStore.setState({ user: { ...user, attributes: [...others, ...saved] } });
  }

  return {
    isBusy,
    maySaveForEverybody: asset !== undefined && mayModify,
    /** @param siblings ids of all dashboards of this definition: of them one is the default */
    async save(audience: 'everybody' | 'me', choices: Choices, siblings: readonly number[]): Promise<void> {
      setBusy(true);
      try {
        await (audience === 'me' ? saveForMe(choices, siblings) : saveForEverybody(choices));
      } finally {
        setBusy(false);
      }
    },
  };
}

function changedSizes(choices: Choices): LayoutSize[] {
  return layoutSizes.filter((size) => size in choices);
}

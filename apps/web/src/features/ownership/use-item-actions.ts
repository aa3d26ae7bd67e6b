import { useMemo, useRef } from 'react';
import { messageOf } from '#api/api-error.ts';
import { isSent, summaryOfMails } from '#pages/administration/mail-outcomes.ts';
import type { AlertLevel, OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { didWell } from '#pages/administration/use-ownership-changes.ts';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { type ItemKind, kindNames } from '#ui/access/ownership.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ItemDialogRequest } from './ItemDialog.tsx';
import type { OwnershipAddress } from './use-ownership-address.ts';

export interface ItemActions {
  rename(kind: ItemKind, item: ListItem): void;
  remove(kind: ItemKind, item: ListItem): void;
  openPermissions(kind: ItemKind, item: ListItem): void;
  sendResetMail(user: ListItem): void;
  showResetLink(user: ListItem): void;
  removeSecondFactor(user: ListItem): void;
  setAlert(userGroupId: number, assetGroupId: number, level: AlertLevel): void;
}

interface ItemActionsInput {
  changes: OwnershipChanges;
  address: OwnershipAddress;
  onDialog: (request: ItemDialogRequest) => void;
}

/** What the menus of the rows do. The same object between renders, so that rows are not drawn again for it. */
export function useItemActions(input: ItemActionsInput): ItemActions {
  const latest = useRef(input);
  latest.current = input;
  return useMemo(
    () => ({
      rename: (kind, item) => latest.current.onDialog({ kind, item }),
      remove: (kind, item) => void remove(latest.current, kind, item),
      openPermissions: (kind, item) => {
        latest.current.address.openPermissions({ kind, id: item.id });
      },
      sendResetMail: (user) => void sendResetMail(latest.current.changes, user),
      showResetLink: (user) => void showResetLink(latest.current, user),
      removeSecondFactor: (user) => void removeSecondFactor(latest.current.changes, user),
      setAlert: (userGroupId, assetGroupId, level) =>
        void didWell(latest.current.changes.setAlert(userGroupId, assetGroupId, level)),
    }),
    [],
  );
}

async function remove({ changes, address }: ItemActionsInput, kind: ItemKind, item: ListItem): Promise<void> {
  const isSure = await confirm({
    message: `Do you want to delete ${item.name}?`,
    title: `Delete ${kindNames[kind].one}`,
    confirmLabel: 'Delete',
    isDestructive: true,
  });
  if (!isSure) return;
  const isSelected = address.selected?.kind === kind && address.selected.id === item.id;
  if ((await didWell(changes.remove({ kind, id: item.id }))) && isSelected) address.select(undefined);
}

async function sendResetMail(changes: OwnershipChanges, user: ListItem): Promise<void> {
  try {
    const results = await changes.sendResetMails([user.id]);
    toast(summaryOfMails(results), results.every(isSent) ? 'info' : 'error');
  } catch (error) {
    toast(messageOf(error), 'error');
  }
}

async function removeSecondFactor(changes: OwnershipChanges, user: ListItem): Promise<void> {
  const isSure = await confirm({
    message: `${user.name} then logs in with the password alone, until two-step login is set up anew. Do this only for somebody who has lost both the app and the recovery codes, and whom you have recognised.`,
    title: 'Turn off two-step login',
    confirmLabel: 'Turn off',
    isDestructive: true,
  });
  if (!isSure || !(await didWell(changes.removeSecondFactor(user.id)))) return;
  toast(`Two-step login of ${user.name} is off.`);
}

async function showResetLink({ changes, onDialog }: ItemActionsInput, user: ListItem): Promise<void> {
  try {
    onDialog({ kind: 'user', item: user, link: await changes.makeResetLink(user.name) });
  } catch (error) {
    toast(messageOf(error), 'error');
  }
}

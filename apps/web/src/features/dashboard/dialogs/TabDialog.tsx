import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { layoutSizes, permissionCatalogue, type Tab } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import type { TabChoices } from '../model/edits.ts';
import { sizeLabels, sizesFromLarge } from '../saving/default-choice.ts';

interface TabDialogProps {
  /** The tab that is edited; undefined for a new one. */
  tab: Tab | undefined;
  /** The name that an empty one falls back to. */
  defaultName: string;
  onSubmit: (choices: TabChoices) => void;
  onClose: () => void;
}

/** The catalogue's own permissions; the custom ones have other uses (spec 1 §6: ids 1 to 97). */
const LAST_CATALOGUE_ID = 97;

/** Those to choose from, and the one that an imported tab has: it must not look as if everybody saw the tab. */
function permissionsWith(current: number | undefined): { value: string; label: string }[] {
  const offered = permissionCatalogue.filter(
    ({ permissionId }) => permissionId <= LAST_CATALOGUE_ID || permissionId === current,
  );
  const choices = offered.map(({ permissionId, name }) => ({
    value: String(permissionId),
    label: `${name} (${permissionId})`,
  }));
  const isNamed = current === undefined || offered.some(({ permissionId }) => permissionId === current);
  return isNamed ? choices : [...choices, { value: String(current), label: `Permission ${current}` }];
}

/** Adds a tab, or changes its name, who sees it and at which layout sizes. */
export function TabDialog({ tab, defaultName, onSubmit, onClose }: TabDialogProps) {
  const [name, setName] = useState(tab?.name ?? '');
  const [permission, setPermission] = useState<string | null>(tab?.permissionId ? String(tab.permissionId) : null);
  const [shownAt, setShownAt] = useState<string[]>(layoutSizes.filter((size) => tab?.[size] !== false));

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({
      name: name.trim() || defaultName,
      permissionId: permission === null ? undefined : Number(permission),
      shownAt: layoutSizes.filter((size) => shownAt.includes(size)),
    });
  }

  return (
    <Modal opened onClose={onClose} title={tab === undefined ? 'Add tab' : 'Edit tab name'} size="sm">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            placeholder={defaultName}
            maxLength={100}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label="Permission"
            description="Only its holders see the tab."
            placeholder="Everybody"
            data={permissionsWith(tab?.permissionId)}
            searchable
            clearable
            value={permission}
            onChange={setPermission}
          />
          <Checkbox.Group
            label="Visible at"
            description="In view-only mode; while editing every tab is shown."
            value={shownAt}
            onChange={setShownAt}
          >
            <Stack gap={10} mt={8}>
              {sizesFromLarge.map((size) => (
                <Checkbox key={size} size="xs" value={size} label={sizeLabels[size]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{tab === undefined ? 'Add' : 'Save'}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

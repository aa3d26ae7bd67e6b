import { Select, Textarea } from '@mantine/core';
import { ownership } from '@telltale/contract';
import { useState } from 'react';
import { NameForm } from '../form/NameForm.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { kindNames } from './ownership.ts';
import { permissionPresets } from './permissions/permission-presets.ts';

export interface GroupValues {
  readonly name: string;
  readonly description: string;
  /** Null: it stands at the top. */
  readonly parentGroupId: number | null;
  /** What the members of a new user group may do at first; undefined: nothing. */
  readonly permissions?: ReadonlySet<number> | undefined;
}

interface GroupFormProps {
  kind: 'userGroup' | 'assetGroup';
  /** Undefined: a new group. */
  groupId: number | undefined;
  data: Pick<ownership.Ownership, 'userGroups' | 'assetGroups'>;
  /** Where a new asset group begins; below the group above all others if not said. */
  parentGroupId?: number;
  /** Answers what the portal said against it, or undefined when it went well. */
  onSave: (values: GroupValues) => Promise<string | undefined>;
  onCancel: () => void;
}

/** Name and description of a group, and of an asset group the one that it is below. */
export function GroupForm({ kind, groupId, data, parentGroupId, onSave, onCancel }: GroupFormProps) {
  const [preset, setPreset] = useState<string | null>(null);
  const permissions = permissionPresets.find(({ name }) => name === preset)?.permissions;
  const before = readGroup(kind, groupId, data);
  const [description, setDescription] = useState(before.description);
  const [parent, setParent] = useState(groupId === undefined ? (parentGroupId ?? before.parent) : before.parent);
  return (
    <NameForm
      name={before.name}
      missing="A group needs a name."
      submitLabel={groupId === undefined ? `Create ${kindNames[kind].one}` : 'Save'}
      onSubmit={(name) => onSave({ name, description, parentGroupId: parent, permissions })}
      onCancel={onCancel}
    >
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {kind === 'userGroup' && groupId === undefined ? (
        <Select
          label="Members may"
          description={
            permissionPresets.find(({ name }) => name === preset)?.words ??
            'Choose a preset to start from; each permission can be changed in the tab Permissions.'
          }
          placeholder="Nothing yet"
          clearable
          data={permissionPresets.map(({ name }) => name)}
          value={preset}
          onChange={setPreset}
        />
      ) : null}
      {kind === 'assetGroup' ? (
        <GroupSelect
          label="Below"
          description="User groups linked with a group reach the groups below it as well."
          groups={data.assetGroups}
          except={groupId}
          value={parent}
          onChange={setParent}
        />
      ) : null}
    </NameForm>
  );
}

function readGroup(kind: GroupFormProps['kind'], groupId: number | undefined, data: GroupFormProps['data']) {
  const userGroup = kind === 'userGroup' ? data.userGroups.find((one) => one.userGroupId === groupId) : undefined;
  const assetGroup = kind === 'assetGroup' ? data.assetGroups.find((one) => one.assetGroupId === groupId) : undefined;
  return {
    name: userGroup?.userGroupName ?? assetGroup?.assetGroupName ?? '',
    description: userGroup?.description ?? assetGroup?.description ?? '',
    parent: (assetGroup ? assetGroup.parentGroupId : ownership.ROOT_GROUP_ID) as number | null,
  };
}

import { Textarea } from '@mantine/core';
import { ownership } from '@telltale/contract';
import { useState } from 'react';
import { NameForm } from '../form/NameForm.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { kindNames } from './ownership.ts';

export interface GroupValues {
  readonly name: string;
  readonly description: string;
  /** Null: it stands at the top. */
  readonly parentGroupId: number | null;
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
  const before = readGroup(kind, groupId, data);
  const [description, setDescription] = useState(before.description);
  const [parent, setParent] = useState(groupId === undefined ? (parentGroupId ?? before.parent) : before.parent);
  return (
    <NameForm
      name={before.name}
      missing="A group needs a name."
      submitLabel={groupId === undefined ? `Create ${kindNames[kind].one}` : 'Save'}
      onSubmit={(name) => onSave({ name, description, parentGroupId: parent })}
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

import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { definitionFiles, type definitions } from '@telltale/contract';
import { useLocation } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import { NameForm } from '#ui/form/NameForm.tsx';
import { placePath } from '../page/configuration-address.ts';

interface CopyDialogProps {
  definition: definitions.AssetDefinition;
  onClose: () => void;
}

/** Asks for the name of a copy, makes it with everything that the definition has, and opens it. */
export function CopyDialog({ definition: { assetDefinitionId, assetDefinitionName }, onClose }: CopyDialogProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();

  const copy = async (name: string): Promise<string | undefined> => {
    try {
      const params = { assetDefinitionId };
      const body = { assetDefinitionName: name };
      const made = await callApi(definitionFiles.copyAssetDefinition, { params, body });
      await client.invalidateQueries({ queryKey: queryKeys.definitions });
      toast(`${name} was made of ${assetDefinitionName}.`);
      onClose();
      navigate(placePath({ subpage: 'assetdefinitions', id: made.assetDefinitionId }));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Copy ${assetDefinitionName}`} size="sm">
      <NameForm
        name={`${assetDefinitionName} copy`}
        description="With its data items, alarms, event definitions, commands and dashboards."
        missing="The copy needs a name."
        submitLabel="Copy"
        onSubmit={copy}
        onCancel={onClose}
      />
    </Modal>
  );
}

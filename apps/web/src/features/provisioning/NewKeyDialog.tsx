import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { provisioning, ReplyOf } from '@telltale/contract';
import { useState } from 'react';
import { definitionListQuery } from '#api/definition-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { NewKeyForm } from './NewKeyForm.tsx';
import { NewKeySecret } from './NewKeySecret.tsx';

export type MadeKey = ReplyOf<typeof provisioning.createProvisionKey>;

interface NewKeyDialogProps {
  onMade: () => void;
  onClose: () => void;
}

/** Makes a provisioning key, and shows its secret this once: only Done closes it then. */
export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const definitions = useQuery(definitionListQuery);
  const [made, setMade] = useState<MadeKey>();
  const isShown = made !== undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isShown ? `The key ${made.name}` : 'New provisioning key'}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
    >
      {isShown ? (
        <NewKeySecret made={made} onDone={onClose} />
      ) : definitions.data === undefined ? (
        <Pending
          query={definitions}
          label="Loading the definitions"
          failure="The definitions could not be loaded."
          rows={4}
        />
      ) : (
        <NewKeyForm
          definitions={definitions.data}
          onCancel={onClose}
          onMade={(key) => {
            setMade(key);
            onMade();
          }}
        />
      )}
    </Modal>
  );
}

import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type ConfirmRequest, useConfirmStore } from './confirm.ts';

/** The dialog around a question of `confirm()`. */
export function ConfirmModal() {
  const open = useConfirmStore((store) => store.open);
  const [shown, setShown] = useState<ConfirmRequest>();
  // Keeps the words in place while the dialog fades out.
  useEffect(() => {
    if (open) setShown(open);
  }, [open]);
  const words = open ?? shown;

  return (
    <Modal opened={open !== undefined} onClose={() => open?.answer(false)} title={words?.title} size="sm">
      <Text size="sm">{words?.message}</Text>
      {words?.detail === undefined ? null : (
        <Code block mt="xs" mah={240} style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {words.detail}
        </Code>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        {/* The harmless answer has the focus: Enter must not delete anything. */}
        <Button variant="default" data-autofocus onClick={() => open?.answer(false)}>
          {words?.cancelLabel}
        </Button>
        <Button color={words?.isDestructive ? 'red' : 'accent'} onClick={() => open?.answer(true)}>
          {words?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '#ui/CopyButton.tsx';

interface ResetLinkProps {
  link: string;
  username: string;
  onClose: () => void;
}

/** The link that sets a password, to be handed over where no mail can be sent. */
export function ResetLink({ link, username, onClose }: ResetLinkProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Whoever has this link sets the password of {username}. It works once, within 60 minutes, and ends earlier links.
      </Text>
      <TextInput label="Link" readOnly data-autofocus value={link} onFocus={(event) => event.currentTarget.select()} />
      <Group justify="flex-end" gap="xs">
        <CopyButton text={link} what="reset link" />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

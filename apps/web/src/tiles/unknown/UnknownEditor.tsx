import { Text } from '@mantine/core';

/** Spec 1 §2: what the form shows while no type is set. */
export function UnknownEditor() {
  return (
    <Text size="sm" c="dimmed">
      No Type Selected
    </Text>
  );
}

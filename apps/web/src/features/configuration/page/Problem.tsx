import { Alert } from '@mantine/core';

/** Why something was not done, in the portal's words. Nothing while there is no such reason. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" p="xs">
      {text}
    </Alert>
  );
}

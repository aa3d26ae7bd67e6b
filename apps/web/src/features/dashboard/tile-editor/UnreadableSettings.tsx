import { Button, Stack, Text } from '@mantine/core';
import classes from './tile-editor.module.css';

interface UnreadableSettingsProps {
  explanation: string;
  onReset: () => void;
}

/** In place of a form whose stored settings make no sense: what is wrong, and the way out. */
export function UnreadableSettings({ explanation, onReset }: UnreadableSettingsProps) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">These settings cannot be read. They stay as they are until you replace them.</Text>
      <pre className={classes.explanation}>{explanation}</pre>
      <Button variant="default" onClick={onReset}>
        Use the defaults
      </Button>
    </Stack>
  );
}

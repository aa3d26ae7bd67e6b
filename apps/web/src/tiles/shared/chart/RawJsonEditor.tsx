import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import classes from '#tiles/shared/editor/editor.module.css';

interface RawJsonEditorProps<Settings> {
  settings: Settings;
  onChange: (next: Settings) => void;
  schema: z.ZodType<Settings>;
}

/** Spec 2 §8. */
const INVALID = 'JSON invalid';

/** All settings as text. What does not parse is marked, and the settings stay as they were. */
export function RawJsonEditor<Settings>({ settings, onChange, schema }: RawJsonEditorProps<Settings>) {
  const [draft, setDraft] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);

  function take(text: string) {
    setDraft(text);
    const parsed = schema.safeParse(parseJson(text));
    setInvalid(!parsed.success);
    if (parsed.success) onChange(parsed.data);
  }
  return (
    <Textarea
      className={classes.code ?? ''}
      label="Settings as JSON"
      autosize
      minRows={6}
      maxRows={24}
      spellCheck={false}
      value={draft ?? JSON.stringify(settings, null, 2)}
      error={isInvalid ? INVALID : undefined}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onBlur={() => {
        // Tidied once it is right; a text with a mistake stays as it was typed.
        if (!isInvalid) setDraft(undefined);
      }}
    />
  );
}

/** Undefined, which no schema of settings takes, for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { settingsFaults } from '#tile-kit/settings-faults.ts';
import classes from '#tiles/shared/editor/editor.module.css';
import { migrateFlot } from '../model/flot-settings.ts';

interface RawJsonEditorProps<Settings> {
  settings: Settings;
  onChange: (next: Settings) => void;
  schema: z.ZodType<Settings>;
}

/** Spec 2 §8. */
const INVALID = 'JSON invalid';

/**
 * All settings as text. What does not parse is marked, and the settings stay as they were; settings that cannot be read
 * are named. A graph stored as `flot` may be pasted.
 */
export function RawJsonEditor<Settings>({ settings, onChange, schema }: RawJsonEditorProps<Settings>) {
  const [draft, setDraft] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);

  function take(text: string) {
    setDraft(text);
    const bag = readBag(text);
    const parsed = schema.safeParse(bag);
    setInvalid(!parsed.success);
    setFaults(parsed.success ? settingsFaults(bag, parsed.data) : []);
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
      description={faults.length === 0 ? undefined : `Settings not read: ${faults.join(', ')}`}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onBlur={() => {
        // Tidied once it is right; a text with a mistake stays as it was typed.
        if (!isInvalid) setDraft(undefined);
      }}
    />
  );
}

/** Undefined, which no schema of settings takes, for what is no JSON object. */
function readBag(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isBag = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isBag ? migrateFlot({ ...parsed }) : undefined;
  } catch {
    return undefined;
  }
}

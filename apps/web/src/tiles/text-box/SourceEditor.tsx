import { Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { tokenText } from '#tiles/shared/rich-text/tokens.ts';
import { SubstitutionPicker } from './SubstitutionPicker.tsx';
import type { TextBoxSettings } from './settings.ts';
import classes from './text-box.module.css';

interface SourceEditorProps {
  settings: TextBoxSettings;
  onChange: (part: Partial<TextBoxSettings>) => void;
}

/** The text as HTML. What the tile may not show is left out by the view, not here. */
export function SourceEditor({ settings, onChange }: SourceEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Group mb="xs">
        <SubstitutionPicker
          onInsert={(path, substitution) => {
            const { text } = settings;
            const at = field.current?.selectionStart ?? text.length;
            onChange({
              text: text.slice(0, at) + tokenText(path) + text.slice(at),
              substitutions: { ...settings.substitutions, [path]: substitution },
            });
          }}
        />
      </Group>
      <Textarea
        ref={field}
        className={classes.source ?? ''}
        label="HTML"
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        mb="md"
        value={settings.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
    </>
  );
}

import { Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import classes from './rich-text.module.css';
import { SubstitutionPicker } from './SubstitutionPicker.tsx';
import type { Substitutions } from './substitutions.ts';
import { tokenText } from './tokens.ts';

/** A text with live values in it, and what they stand for. */
export interface SubstitutedSource {
  text: string;
  substitutions: Substitutions;
}

interface SourceEditorProps {
  value: SubstitutedSource;
  onChange: (part: Partial<SubstitutedSource>) => void;
  label?: string;
  minRows?: number;
}

/** The text as HTML. What the tile may not show is left out by the view, not here. */
export function SourceEditor({ value, onChange, label = 'HTML', minRows = 8 }: SourceEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Group mb="xs">
        <SubstitutionPicker
          onInsert={(path, substitution) => {
            const { text } = value;
            const at = field.current?.selectionStart ?? text.length;
            onChange({
              text: text.slice(0, at) + tokenText(path) + text.slice(at),
              substitutions: { ...value.substitutions, [path]: substitution },
            });
          }}
        />
      </Group>
      <Textarea
        ref={field}
        className={classes.source ?? ''}
        label={label}
        autosize
        minRows={minRows}
        maxRows={20}
        spellCheck={false}
        mb="md"
        value={value.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
    </>
  );
}

import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { TEXT_LOOK } from '#tiles/shared/editor/plain-field.ts';
import { SourceEditor } from '#tiles/shared/rich-text/SourceEditor.tsx';
import { canEditRichly } from './editor-extensions.ts';
import { RichEditor } from './RichEditor.tsx';
import type { TextBoxSettings } from './settings.ts';

export function TextBoxEditor({ settings, onChange }: TileEditorProps<TextBoxSettings>) {
  const isRichPossible = canEditRichly(settings.text);
  const [isSource, setSource] = useState(!isRichPossible);
  const change = (part: Partial<TextBoxSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      {isSource ? (
        <SourceEditor value={settings} onChange={change} />
      ) : (
        <RichEditor settings={settings} onChange={change} />
      )}
      <FieldGroup>
        <Switch
          label="Edit as HTML"
          description={isSource && !isRichPossible ? 'This text has parts that only HTML can express.' : undefined}
          checked={isSource}
          disabled={isSource && !isRichPossible}
          onChange={({ currentTarget }) => setSource(currentTarget.checked)}
        />
        <PlainFields fields={TEXT_LOOK} settings={settings} onChange={change} />
      </FieldGroup>
    </>
  );
}

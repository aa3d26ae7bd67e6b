import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useMemo, useRef } from 'react';
import { SubstitutionPicker } from '#tiles/shared/rich-text/SubstitutionPicker.tsx';
import { textExtensions } from './editor-extensions.ts';
import { RichToolbar } from './RichToolbar.tsx';
import type { TextBoxSettings } from './settings.ts';
import { markSubstitutions, substitutionNode } from './substitution-node.tsx';
import classes from './text-box.module.css';

interface RichEditorProps {
  settings: TextBoxSettings;
  onChange: (part: Partial<TextBoxSettings>) => void;
}

/** The text as it will look, with live values as chips in it. */
export function RichEditor({ settings, onChange }: RichEditorProps) {
  // The editor outlives renders: it asks for what is current instead of keeping what it was made with.
  const latest = useRef({ settings, onChange });
  latest.current = { settings, onChange };
  const extensions = useMemo(
    () => [...textExtensions, substitutionNode.configure({ context: () => latest.current.settings })],
    [],
  );
  const editor = useEditor({
    extensions,
    content: markSubstitutions(settings.text),
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': 'Text', style: `font-size: ${settings.fontSize}px` } },
    // What is inserted before anything was clicked comes last, where one goes on writing.
    onCreate: ({ editor: created }) => created.commands.setTextSelection(created.state.doc.content.size),
    onUpdate: ({ editor: edited }) => {
      const { substitutions } = latest.current.settings;
      latest.current.onChange({ text: edited.isEmpty ? '' : edited.getHTML(), substitutions });
    },
  });

  return (
    <RichTextEditor editor={editor} className={classes.editor ?? ''} mb="md">
      <RichToolbar editor={editor}>
        <SubstitutionPicker
          onInsert={(path, substitution) => {
            const now = latest.current.settings;
            // First the entry, then the text: the text's change takes both along.
            latest.current.settings = { ...now, substitutions: { ...now.substitutions, [path]: substitution } };
            editor.chain().focus().insertContent({ type: 'substitution', attrs: { path } }).run();
          }}
        />
      </RichToolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

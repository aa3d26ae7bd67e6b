import { RichTextEditor } from '@mantine/tiptap';
import { IconAlignCenter, IconAlignLeft, IconAlignRight, IconPhoto } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { usePalette } from '#tile-kit/portal/use-palette.ts';
import { ColourButton } from '#ui/form/ColourButton.tsx';
import { ALIGNMENTS } from './editor-extensions.ts';
import { readPicture } from './read-picture.ts';

const ALIGN_ICONS = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight } as const;

interface RichToolbarProps {
  editor: Editor;
  children: ReactNode;
}

export function RichToolbar({ editor, children }: RichToolbarProps) {
  const { series } = usePalette();
  const colour = String(editor.getAttributes('textColour').colour ?? '');

  function setColour(next: string) {
    const chain = editor.chain().focus();
    if (next === '') chain.unsetMark('textColour').run();
    else chain.setMark('textColour', { colour: next }).run();
  }
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {ALIGNMENTS.map((align) => {
          const Icon = ALIGN_ICONS[align];
          return (
            <RichTextEditor.Control
              key={align}
              aria-label={`Align ${align}`}
              title={`Align ${align}`}
              active={editor.isActive({ textAlign: align })}
              onClick={() => setAlignment(editor, align)}
            >
              <Icon size={16} stroke={1.5} />
            </RichTextEditor.Control>
          );
        })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <PictureControl editor={editor} />
      </RichTextEditor.ControlsGroup>
      <ColourButton
        label="Text colour"
        value={colour}
        onChange={setColour}
        swatches={series}
        defaultColour="var(--tt-text)"
      />
      {children}
    </RichTextEditor.Toolbar>
  );
}

function setAlignment(editor: Editor, align: (typeof ALIGNMENTS)[number]): void {
  const next = editor.isActive({ textAlign: align }) ? null : align;
  editor
    .chain()
    .focus()
    .updateAttributes('paragraph', { textAlign: next })
    .updateAttributes('heading', { textAlign: next })
    .run();
}

function PictureControl({ editor }: { editor: Editor }) {
  async function choose() {
    const src = await readPicture();
    if (src !== undefined) editor.chain().focus().insertContent({ type: 'picture', attrs: { src } }).run();
  }
  return (
    <RichTextEditor.Control aria-label="Insert picture" title="Insert picture" onClick={choose}>
      <IconPhoto size={16} stroke={1.5} />
    </RichTextEditor.Control>
  );
}

import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { TEXT_LOOK } from '#tiles/shared/editor/plain-field.ts';
import { SourceEditor } from '#tiles/shared/rich-text/SourceEditor.tsx';
import classes from './custom-html.module.css';
import type { CustomHtmlSettings } from './settings.ts';

export function CustomHtmlEditor({ settings, onChange }: TileEditorProps<CustomHtmlSettings>) {
  const change = (part: Partial<CustomHtmlSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <SourceEditor value={settings} onChange={change} minRows={12} />
      <p className={classes.note}>
        Styles and SVG may be used, also with live values: <code>{'style="width: {{dataItems.Level}}%"'}</code>. Colours
        of the theme are variables such as <code>var(--tt-accent)</code>. Scripts, and pictures from other addresses,
        are left out.
      </p>
      <FieldGroup>
        <PlainFields fields={TEXT_LOOK} settings={settings} onChange={change} />
      </FieldGroup>
    </>
  );
}

import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useFrameSites } from '#tile-kit/portal/use-frame-sites.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { UrlField } from '#tiles/shared/request/UrlField.tsx';
import type { IframeSettings } from './settings.ts';

const FIELDS: readonly PlainField<IframeSettings>[] = [{ ...TITLE, description: 'Read out by screen readers' }];

export function IframeEditor({ settings, onChange }: TileEditorProps<IframeSettings>) {
  const { sites = [], problem } = useFrameSites();
  const change = (part: Partial<IframeSettings>) => onChange({ ...settings, ...part });
  const names = sites.map(({ origin }) => origin).join(', ');
  return (
    <FieldGroup>
      <UrlField
        label="Address"
        value={settings.url}
        placeholder="https://"
        description={
          problem ??
          (names === ''
            ? 'No sites may be shown yet: an administrator lists them in frames.json.'
            : `Sites that may be shown: ${names}`)
        }
        onChange={(url) => change({ url })}
      />
      <PlainFields fields={FIELDS} settings={settings} onChange={change} />
    </FieldGroup>
  );
}

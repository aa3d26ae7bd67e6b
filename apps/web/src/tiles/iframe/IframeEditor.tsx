import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useFrameSites } from '#tile-kit/portal/use-frame-sites.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import { UrlField } from '#tiles/shared/request/UrlField.tsx';
import type { IframeSettings } from './settings.ts';

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
      <TitleField description="Read out by screen readers" value={settings.title} onChange={change} />
    </FieldGroup>
  );
}

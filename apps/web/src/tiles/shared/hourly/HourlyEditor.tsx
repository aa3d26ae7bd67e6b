import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import { type HourlySettings, MAX_DAYS } from './hourly-settings.ts';

/** The form of tiles that show a data item by hours of the day. */
export function HourlyEditor({ settings, onChange }: TileEditorProps<HourlySettings>) {
  const change = (part: Partial<HourlySettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <DataItemPicker value={settings} onChange={change} isRequired />
        <TitleField value={settings.title} onChange={change} />
        <ColourField
          label="Colour"
          value={settings.color}
          defaultColour="var(--tt-accent)"
          onChange={(color) => change({ color })}
        />
      </FieldGroup>
      <FieldGroup title="Hours of the day">
        <RequiredNumber label="Start" min={0} max={23} value={settings.start} onChange={(start) => change({ start })} />
        <RequiredNumber label="Stop" min={0} max={23} value={settings.stop} onChange={(stop) => change({ stop })} />
        <RequiredNumber
          label="Days"
          min={1}
          max={MAX_DAYS}
          value={settings.days}
          onChange={(days) => change({ days })}
        />
      </FieldGroup>
    </>
  );
}

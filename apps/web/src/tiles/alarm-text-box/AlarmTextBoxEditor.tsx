import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useAlarmDefinitions } from '#tile-kit/records/use-alarm-definitions.ts';
import classes from '#tiles/shared/editor/editor.module.css';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { TEXT_LOOK } from '#tiles/shared/editor/plain-field.ts';
import { SubstitutionPicker } from '#tiles/shared/rich-text/SubstitutionPicker.tsx';
import { tokenText } from '#tiles/shared/rich-text/tokens.ts';
import type { TEXT_KEYS } from './alarm-text.ts';
import type { AlarmTextBoxSettings } from './settings.ts';

type TextKey = (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS];

const TEXTS: readonly (readonly [TextKey, string])[] = [
  ['openText', 'Open'],
  ['acknowledgedText', 'Acknowledged'],
  ['escalatedText', 'Escalated'],
  ['defaultText', 'Otherwise'],
];

export function AlarmTextBoxEditor({ settings, onChange }: TileEditorProps<AlarmTextBoxSettings>) {
  const list = useAlarmDefinitions();
  const definitions = list.state === 'ready' ? list.items : [];
  const { asset } = useDashboardScope();
  const [lastKey, setLastKey] = useState<TextKey>('openText');
  const change = (part: Partial<AlarmTextBoxSettings>) => onChange({ ...settings, ...part });
  const hasSeveral = new Set(definitions.map(({ definitionName }) => definitionName)).size > 1;
  const known = definitions.map(({ alarmDefinitionId, name, definitionName }) => ({
    value: String(alarmDefinitionId),
    label: hasSeveral ? `${definitionName}: ${name}` : name,
  }));
  const chosen = settings.alarm === null ? null : String(settings.alarm);
  const isUnknown = chosen !== null && !known.some(({ value }) => value === chosen);
  return (
    <>
      <FieldGroup>
        <Select
          label="Alarm"
          required
          searchable
          placeholder="Choose alarm"
          nothingFoundMessage={
            list.state === 'error'
              ? `The alarms could not be loaded. ${list.message}`
              : asset.assetId > 0
                ? 'This asset definition has no alarms.'
                : 'The assets in this system’s slots have no alarms.'
          }
          data={isUnknown ? [...known, { value: chosen, label: `Alarm definition ${chosen}` }] : known}
          value={chosen}
          onChange={(alarm) => change({ alarm: alarm === null ? null : Number(alarm) })}
        />
        <PlainFields fields={TEXT_LOOK} settings={settings} onChange={change} />
      </FieldGroup>
      <FieldGroup title="Texts">
        <div className={classes.wide}>
          <SubstitutionPicker
            onInsert={(path, substitution) =>
              change({
                [lastKey]: settings[lastKey] + tokenText(path),
                substitutions: { ...settings.substitutions, [path]: substitution },
              })
            }
          />
        </div>
        {TEXTS.map(([key, label]) => (
          <Textarea
            key={key}
            className={classes.wide ?? ''}
            label={label}
            autosize
            minRows={1}
            maxRows={6}
            value={settings[key]}
            onFocus={() => setLastKey(key)}
            onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
          />
        ))}
      </FieldGroup>
    </>
  );
}

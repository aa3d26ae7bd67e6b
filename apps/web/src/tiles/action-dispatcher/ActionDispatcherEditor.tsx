import { Select, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useTileActions } from '#tile-kit/tile-actions.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { ACTION_LABELS, type ActionDispatcherSettings, DASHBOARD_ACTIONS, type DashboardAction } from './settings.ts';

export function ActionDispatcherEditor({ settings, onChange }: TileEditorProps<ActionDispatcherSettings>) {
  const change = (part: Partial<ActionDispatcherSettings>) => onChange({ ...settings, ...part });
  return (
    <FieldGroup>
      <ActionField label="Action" value={settings.action} onChange={(action) => change({ action })} />
      <TextInput
        label="Action text"
        placeholder={ACTION_LABELS[settings.action]}
        value={settings.actionText}
        onChange={({ currentTarget }) => change({ actionText: currentTarget.value })}
      />
      <ActionField
        label="Reverse action"
        value={settings.reverseAction}
        onChange={(reverseAction) => change({ reverseAction })}
      />
      <TextInput
        label="Reverse text"
        placeholder={ACTION_LABELS[settings.reverseAction]}
        value={settings.reverseText}
        onChange={({ currentTarget }) => change({ reverseText: currentTarget.value })}
      />
    </FieldGroup>
  );
}

interface ActionFieldProps {
  label: string;
  value: DashboardAction;
  onChange: (action: DashboardAction) => void;
}

function ActionField({ label, value, onChange }: ActionFieldProps) {
  const { can } = useTileActions();
  const options = DASHBOARD_ACTIONS.map((action) => {
    const isPossible = action === 'NONE' || can(action);
    const name = ACTION_LABELS[action];
    return {
      value: action,
      label: isPossible ? name : `${name} (not available on this dashboard)`,
      disabled: !isPossible,
    };
  });
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={options}
      value={value}
      onChange={(action) => action !== null && onChange(action as DashboardAction)}
    />
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { setTheme, useUiStore } from '../ui-store.ts';
import { themeChoices } from './use-shell-actions.ts';

/** Chooses among the palettes. */
export function ThemeMenu() {
  const theme = useUiStore((ui) => ui.theme);
  const chosen = themeChoices.find((choice) => choice.theme === theme) ?? themeChoices[0];
  const Icon = chosen?.icon;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon aria-label={`Theme: ${chosen?.label}`}>{Icon ? <Icon size={18} /> : null}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {themeChoices.map(({ theme: choice, label, icon: ChoiceIcon }) => (
          <Menu.Item
            key={choice}
            role="menuitemradio"
            aria-checked={choice === theme}
            leftSection={<ChoiceIcon size={16} />}
            rightSection={choice === theme ? <IconCheck size={14} /> : null}
            onClick={() => setTheme(choice)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

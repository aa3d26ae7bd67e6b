import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { permissionPresets, presetOf } from './permission-presets.ts';
import classes from './permissions.module.css';

interface StartFromProps {
  permissions: ReadonlySet<number>;
  isDisabled: boolean;
  onTake: (permissions: ReadonlySet<number>) => void;
}

/** Fills the boxes with what people of a kind usually need; nothing is saved by it. */
export function StartFrom({ permissions, isDisabled, onTake }: StartFromProps) {
  const current = presetOf(permissions);
  return (
    <Menu position="bottom-end" width={300} returnFocus>
      <Menu.Target>
        <Button variant="default" disabled={isDisabled} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {current ? `Preset: ${current.name}` : 'Preset'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current?.name ?? ''}
          onChange={(name) => {
            const preset = permissionPresets.find((one) => one.name === name);
            if (preset) onTake(preset.permissions);
          }}
        >
          {permissionPresets.map(({ name, words }) => (
            <Menu.RadioItem key={name} value={name} closeMenuOnClick>
              {name}
              <span className={classes.words}>{words}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { ASSET_FIELDS, attributePath, tokenText } from '#tiles/shared/rich-text/tokens.ts';
import classes from '../editor/editor.module.css';

interface UrlFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  description?: string;
}

/** An address in which attributes of the asset may stand; they are encoded when it is used. */
export function UrlField({ label, value, onChange, placeholder, description }: UrlFieldProps) {
  const { asset } = useDashboardScope();
  const field = useRef<HTMLInputElement>(null);

  function insert(path: string) {
    const at = field.current?.selectionStart ?? value.length;
    onChange(value.slice(0, at) + tokenText(path) + value.slice(at));
  }
  const names = asset.attributes.map(({ attributeName }) => attributeName);
  return (
    <TextInput
      ref={field}
      className={classes.wide ?? ''}
      label={label}
      type="text"
      inputMode="url"
      spellCheck={false}
      placeholder={placeholder ?? 'https:// or /api/'}
      description={description}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Insert an attribute into ${label}`}>
              <IconVariable size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            <Menu.Label>Asset</Menu.Label>
            {ASSET_FIELDS.map((field) => `asset.${field}`).map((path) => (
              <Menu.Item key={path} onClick={() => insert(path)}>
                {path}
              </Menu.Item>
            ))}
            {names.length === 0 ? null : <Menu.Label>Attributes</Menu.Label>}
            {names.map((name) => (
              <Menu.Item key={name} onClick={() => insert(attributePath(name))}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}

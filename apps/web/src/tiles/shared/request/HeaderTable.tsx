import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './request.module.css';
import type { TileRequest } from './request-settings.ts';

type Headers = TileRequest['headers'];

interface HeaderTableProps {
  headers: Headers;
  onChange: (headers: Headers) => void;
}

/** The headers of a request, a row each. */
export function HeaderTable({ headers, onChange }: HeaderTableProps) {
  const change = (index: number, part: { name?: string; value?: string }) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...part } : header)));
  return (
    <fieldset className={classes.headers}>
      <legend>Headers</legend>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is its place in the list
        <div key={index} className={classes.header}>
          <TextInput
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={header.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={header.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...headers, { name: '', value: '' }])}
      >
        Add header
      </Button>
    </fieldset>
  );
}

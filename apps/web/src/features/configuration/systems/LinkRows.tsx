import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { parseLink } from '#ui/safe-link.ts';
import panel from '../definitions/panel.module.css';
import type { LinkRow } from './system-attributes.ts';
import classes from './systems.module.css';

interface LinkRowsProps {
  rows: readonly LinkRow[];
  isEditable: boolean;
  onChange: (rows: readonly LinkRow[]) => void;
}

/** Pages that go with the system, shown beside it in the list of systems (the attribute extraLinks). */
export function LinkRows({ rows, isEditable, onChange }: LinkRowsProps) {
  const put = (index: number, change: Partial<LinkRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <section aria-label="Links">
      <h3 className={panel.heading}>Links</h3>
      {rows.map((row, index) => {
        const isWrong = row.link.trim() !== '' && parseLink(row.link) === undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone, new ones have nothing else
          <div key={index} className={classes.pair}>
            <TextInput
              aria-label={`Address ${index + 1}`}
              placeholder="/assets/12/dashboard or https://…"
              disabled={!isEditable}
              value={row.link}
              error={isWrong ? 'A path of the portal, or an address that begins with http:// or https://' : undefined}
              onChange={(event) => put(index, { link: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Text ${index + 1}`}
              placeholder="Text of the link"
              maxLength={255}
              disabled={!isEditable}
              value={row.label}
              onChange={(event) => put(index, { label: event.currentTarget.value })}
            />
            {isEditable ? (
              <ActionIcon
                aria-label={`Remove link ${index + 1}`}
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : null}
          </div>
        );
      })}
      {isEditable ? (
        <Button
          variant="default"
          mt="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...rows, { link: '', label: '' }])}
        >
          Add link
        </Button>
      ) : null}
    </section>
  );
}

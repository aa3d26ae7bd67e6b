import { TextInput } from '@mantine/core';
import { parseLink } from '#ui/links/safe-link.ts';
import { RowList } from './RowList.tsx';
import type { LinkRow } from './system-attributes.ts';

interface LinkRowsProps {
  rows: readonly LinkRow[];
  isEditable: boolean;
  onChange: (rows: readonly LinkRow[]) => void;
}

const blank: LinkRow = { link: '', label: '' };

/** Pages that go with the system, shown beside it in the list of systems (the attribute extraLinks). */
export function LinkRows(props: LinkRowsProps) {
  const disabled = !props.isEditable;
  return (
    <RowList
      {...props}
      label="Links"
      heading="Links"
      one="link"
      blank={blank}
      fields={({ link, label }, place, put) => (
        <>
          <TextInput
            aria-label={`Address ${place}`}
            placeholder="/assets/12/dashboard or https://…"
            disabled={disabled}
            value={link}
            error={faultOf(link)}
            onChange={(event) => put({ link: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Text ${place}`}
            placeholder="Text of the link"
            maxLength={255}
            disabled={disabled}
            value={label}
            onChange={(event) => put({ label: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
}

function faultOf(link: string): string | undefined {
  if (link.trim() === '' || parseLink(link) !== undefined) return undefined;
  return 'A path of the portal, or an address that begins with http:// or https://';
}

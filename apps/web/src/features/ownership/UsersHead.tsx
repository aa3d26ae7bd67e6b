import { ActionIcon, Menu } from '@mantine/core';
import { IconFilter, IconFilterFilled, IconLink, IconMail, IconUsersPlus } from '@tabler/icons-react';
import { memo } from 'react';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import type { ManyChange } from './many/many-change.ts';
import { type UserFilter, userFilters } from './user-filters.ts';

interface UsersHeadProps {
  filter: UserFilter | undefined;
  onFilter: (filter: UserFilter | undefined) => void;
  /** The users that the filters leave. */
  shown: readonly ListItem[];
  onMany: (what: ManyChange, items: readonly ListItem[]) => void;
}

/** Buttons above the users: which of them are shown, what is done with all of these, and adding many. */
export const UsersHead = memo(function UsersHead({ filter, onFilter, shown, onMany }: UsersHeadProps) {
  const label = filter ? `Shown: ${userFilters[filter].toLowerCase()}` : 'Show some of the users';
  const count = shown.length;
  const FilterIcon = filter ? IconFilterFilled : IconFilter;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={label} title={label}>
            <FilterIcon size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={filter ?? ''}
            onChange={(value) => onFilter(value === '' ? undefined : (value as UserFilter))}
          >
            <Menu.RadioItem value="" closeMenuOnClick>
              All users
            </Menu.RadioItem>
            {Object.entries(userFilters).map(([name, text]) => (
              <Menu.RadioItem key={name} value={name} closeMenuOnClick>
                {text}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconMail size={16} />} disabled={count === 0} onClick={() => onMany('mail', shown)}>
            Send password reset emails to all shown ({count.toLocaleString('en')})…
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} disabled={count === 0} onClick={() => onMany('links', shown)}>
            Show password reset links of all shown ({count.toLocaleString('en')})…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="default"
        aria-label="Add many users"
        title="Add many users"
        onClick={() => onMany('add', [])}
      >
        <IconUsersPlus size={16} aria-hidden />
      </ActionIcon>
    </>
  );
});

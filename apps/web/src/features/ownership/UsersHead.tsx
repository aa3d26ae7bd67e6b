import { ActionIcon, Menu } from '@mantine/core';
import { IconFilter, IconFilterFilled, IconLink, IconMail, IconUsersPlus } from '@tabler/icons-react';
import { type UserFilter, userFilters } from './user-filters.ts';

interface UsersHeadProps {
  filter: UserFilter | undefined;
  onFilter: (filter: UserFilter | undefined) => void;
  /** How many users the filters leave. */
  shown: number;
  onMail: () => void;
  onLinks: () => void;
  onAddMany: () => void;
}

/** Buttons above the users: which of them are shown, what is done with all of these, and adding many. */
export function UsersHead({ filter, onFilter, shown, onMail, onLinks, onAddMany }: UsersHeadProps) {
  const label = filter ? `Shown: ${userFilters[filter].toLowerCase()}` : 'Show some of the users';
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
          <Menu.Item leftSection={<IconMail size={16} />} disabled={shown === 0} onClick={onMail}>
            Send password reset emails to all shown ({shown.toLocaleString('en')})…
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} disabled={shown === 0} onClick={onLinks}>
            Show password reset links of all shown ({shown.toLocaleString('en')})…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon variant="default" aria-label="Add many users" title="Add many users" onClick={onAddMany}>
        <IconUsersPlus size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

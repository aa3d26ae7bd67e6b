import { Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { MAX_VIEWS, readViews, type SavedView, VIEWS_ATTRIBUTE, withView } from './saved-views.ts';
import classes from './views.module.css';

interface SavedViewsProps {
  /** What the address has after its question mark. */
  search: string;
  onOpen: (search: string) => void;
}

/** Lists that the user gave a name: filter, order and columns as the address has them. */
export function SavedViews({ search, onOpen }: SavedViewsProps) {
  const views = readViews(useOwnAttribute(VIEWS_ATTRIBUTE));
  const [name, setName] = useState('');
  const keep = async (next: readonly SavedView[], said: string) => {
    try {
      await saveOwnAttribute(VIEWS_ATTRIBUTE, JSON.stringify(next));
      toast(said);
    } catch (error) {
      toast(`The views were not saved. ${messageOf(error)}`, 'error');
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    setName('');
    void keep(withView(views, { name: trimmed, search }), `The view ${trimmed} was saved.`);
  };
  const remove = async (view: SavedView) => {
    const message = `The view ${view.name} will be deleted. Are you sure?`;
    if (!(await confirm({ title: 'Delete view', message, confirmLabel: 'Delete', isDestructive: true }))) return;
    await keep(
      views.filter(({ name: kept }) => kept !== view.name),
      `The view ${view.name} was deleted.`,
    );
  };
  return (
    <Menu position="bottom-end" returnFocus width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={15} aria-hidden />}>
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item key={view.name} onClick={() => onOpen(view.search)}>
            {view.name}
          </Menu.Item>
        ))}
        {views.length > 0 ? (
          <>
            <Menu.Divider />
            {views.map((view) => (
              <Menu.Item
                key={view.name}
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => void remove(view)}
              >
                Delete {view.name}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        ) : null}
        <form className={classes.saveView} onSubmit={save}>
          <TextInput
            aria-label="Name of this view"
            placeholder="Name of this view"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => event.stopPropagation()}
          />
          <Button type="submit" disabled={name.trim() === '' || views.length >= MAX_VIEWS}>
            Save
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Modal } from '@mantine/core';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useActionList } from '#actions/action-store.ts';
import { setUi } from '#actions/ui-store.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { assetAddress } from '#pages/asset-address.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { pressKey } from '#ui/keys.ts';
import classes from './overlays.module.css';
import { PaletteOption } from './PaletteOption.tsx';
import { type PaletteEntry, paletteEntries } from './palette-entries.ts';

const optionId = (entry: PaletteEntry) => `palette-${entry.id}`;

/** Pages, assets and actions by name (Ctrl+K): a text field that steers a list. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const [wanted, setActive] = useState(0);
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const actions = useActionList();
  const mayAssets = useMay(PERMISSION_ASSETS_VIEW);
  const isValid = useSessionStore((session) => session.state === 'valid');
  const { data: assets = [] } = useQuery({ ...assetListQuery, enabled: isValid && mayAssets });

  const entries = useMemo(
    () => paletteEntries(query, actions, assets, (asset) => navigate(assetAddress(asset))),
    [query, actions, assets, navigate],
  );
  const active = Math.min(wanted, entries.length - 1);
  const activeEntry = entries[active];

  const close = () => setUi({ commandPalette: false });
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  const moveBy = (step: number) => {
    if (entries.length === 0) return;
    const next = (active + step + entries.length) % entries.length;
    setActive(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    pressKey(event, {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      Enter: () => run(activeEntry),
    });
  };

  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          placeholder="Search assets, pages and commands"
          aria-label="Search assets, pages and commands"
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={activeEntry ? optionId(activeEntry) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.options} id="palette-list" role="listbox" aria-label="Results" ref={list}>
        {[...Map.groupBy(entries, (entry) => entry.group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of form fields
          <div key={group} role="group" aria-label={group}>
            <p className={classes.group} aria-hidden>
              {group}
            </p>
            {members.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                fallbackIcon={IconArrowRight}
                isActive={entry === activeEntry}
                onHover={() => setActive(entries.indexOf(entry))}
                onChoose={() => run(entry)}
              />
            ))}
          </div>
        ))}
        {entries.length === 0 ? <p className={classes.nothing}>Nothing matches ‘{query}’.</p> : null}
      </div>
    </Modal>
  );
}

import { Modal, Pill } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { MAX_FIND_TEXT } from '@telltale/contract/api/find.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { takeTyped } from '#actions/typed-ahead.ts';
import { setUi } from '#actions/ui-store.ts';
import { messageOf } from '#api/api-error.ts';
import { pressKey } from '#ui/keys.ts';
import classes from '../overlays.module.css';
import { kindWords } from './found-entries.ts';
import { PaletteOption } from './PaletteOption.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { usePalette } from './use-palette.ts';

const optionId = (entry: PaletteEntry) => `palette-${entry.id}`;
const LABEL = 'Search assets, dashboards, files and commands';

/** Anything by its name (Ctrl+K): a text field that steers a list. */
export function CommandPalette() {
  const palette = usePalette();
  const { query, kind, opened, entries, isLooking, failure } = palette;
  const [wanted, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const active = Math.min(wanted, entries.length - 1);
  const activeEntry = entries[active];

  const close = () => setUi({ commandPalette: false });
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if (entry.more === undefined) close();
    else if (kind === undefined) setActive(0);
    entry.run();
  };
  const open = (entry: PaletteEntry | undefined) => {
    palette.open(entry);
    setActive(0);
  };
  const moveBy = (step: number) => {
    if (entries.length === 0) return;
    const next = (active + step + entries.length) % entries.length;
    setActive(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { nativeEvent, currentTarget } = event;
    if (nativeEvent.isComposing) return;
    const isAtEnd = currentTarget.selectionStart === query.length;
    const isAtStart = currentTarget.selectionEnd === 0;
    const canGoBack = opened !== undefined ? () => open(undefined) : undefined;
    const backspace = kind !== undefined && isAtStart ? palette.clearKind : undefined;
    pressKey(event, {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      Enter: () => run(activeEntry),
      ArrowRight: isAtEnd && activeEntry?.actions ? () => open(activeEntry) : undefined,
      ArrowLeft: canGoBack,
      Backspace: canGoBack ?? backspace,
    });
  };
  const isEmpty = entries.length === 0 && !isLooking && query.trim() !== '';

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
        {kind === undefined ? null : (
          <Pill
            withRemoveButton
            onRemove={palette.clearKind}
            removeButtonProps={{ 'aria-label': 'Search everything again' }}
          >
            {kindWords[kind].heading}
          </Pill>
        )}
        <input
          className={classes.input}
          data-autofocus
          placeholder={LABEL}
          aria-label={LABEL}
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={activeEntry ? optionId(activeEntry) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_FIND_TEXT}
          value={query}
          onChange={(event) => {
            palette.setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const ahead = takeTyped();
            if (ahead !== '') palette.setQuery(ahead + query);
          }}
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
                onOpen={() => open(entry)}
              />
            ))}
          </div>
        ))}
        {isEmpty ? <p className={classes.nothing}>Nothing matches ‘{query}’.</p> : null}
      </div>
      {opened === undefined ? (
        <p className={classes.note} role="status">
          {noteOf(isLooking, failure, isTouch)}
        </p>
      ) : (
        <button
          type="button"
          className={`${classes.note} ${classes.back}`}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(undefined)}
        >
          ← back to what was found
        </button>
      )}
    </Modal>
  );
}

function noteOf(isLooking: boolean, failure: Error | null, isTouch: boolean): string {
  if (failure) return `Dashboards, data items and files could not be searched. ${messageOf(failure)}`;
  if (isLooking) return 'Searching…';
  if (isTouch) return 'The arrow at the end of a line shows what else can be done.';
  return '↑ ↓ to choose, Enter to open, → for what else can be done';
}

import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { pressKey } from '#ui/keys.ts';
import { type ExpressionCheck, faultText } from './expression-check.ts';
import classes from './expression-field.module.css';
import {
  type ExpressionName,
  functionBefore,
  insertPiece,
  namesFor,
  type TextSpan,
  variableBefore,
} from './expression-insert.ts';
import { functionsFrom } from './expression-pieces.ts';

const OFFERED = 8;

export interface ExpressionFieldHandle {
  /** Puts a piece where the cursor is; the cursor then stands behind it, or where its `|` was. */
  insert(piece: string): void;
}

interface ExpressionFieldProps {
  value: string;
  onChange: (expression: string) => void;
  /** Undefined while there is nothing to check. */
  check: ExpressionCheck | undefined;
  /** Offered while a name that begins with `_` is typed. */
  names: readonly ExpressionName[];
  /** Functions that are not for this expression. */
  without?: readonly string[];
  /** 'Expression' where nothing else is said. */
  label?: string;
  ref?: Ref<ExpressionFieldHandle>;
}

/** What can stand where something is being typed. */
interface Offer {
  readonly span: TextSpan;
  readonly label: string;
  readonly options: readonly { readonly piece: string; readonly code: string; readonly says: string }[];
}

/** An expression, checked while it is typed: green when it holds, red with the place where it does not. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { value, onChange, check, names, without, label = 'Expression', ref } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const wantedCursor = useRef<number>(undefined);
  const [cursor, setCursor] = useState(0);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const offer = offerAt(value, cursor, names, without);

  useLayoutEffect(() => {
    const position = wantedCursor.current;
    if (position === undefined) return;
    wantedCursor.current = undefined;
    area.current?.focus();
    area.current?.setSelectionRange(position, position);
    setCursor(position);
  });

  const put = (span: { start: number; end: number }, piece: string) => {
    const next = insertPiece(value, span, piece);
    wantedCursor.current = next.cursor;
    onChange(next.text);
  };
  useImperativeHandle(ref, () => ({
    insert(piece) {
      const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
      put({ start: selectionStart, end: selectionEnd }, piece);
    },
  }));

  const isOffering = list.dropdownOpened && offer !== undefined && offer.options.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOffering) return;
    const take = () => list.clickSelectedOption();
    pressKey(event, {
      ArrowDown: () => list.selectNextOption(),
      ArrowUp: () => list.selectPreviousOption(),
      Enter: take,
      Tab: take,
      Escape: () => list.closeDropdown(),
    });
  };

  return (
    <Combobox
      store={list}
      position="bottom-start"
      onOptionSubmit={(piece) => {
        if (offer) put(offer.span, piece);
        list.closeDropdown();
      }}
    >
      <Combobox.Target withKeyboardNavigation={false}>
        <div data-check={check?.state ?? 'checking'} className={classes.expression}>
          <Textarea
            ref={area}
            label={label}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            value={value}
            error={check?.state === 'invalid' ? faultText(check, value) : undefined}
            description={
              check?.state === 'valid'
                ? 'Valid'
                : 'Variables are _ and the label, with _ for what is no letter or digit'
            }
            // Mantine's dialogs leave Escape to what has this mark: it closes the list, not the panel around it.
            {...(isOffering ? { 'data-mantine-stop-propagation': 'true' } : {})}
            onKeyDown={onKeyDown}
            onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
            onBlur={() => list.closeDropdown()}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value);
              setCursor(currentTarget.selectionStart);
              list.openDropdown();
              list.selectFirstOption();
            }}
          />
        </div>
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOffering}>
        <Combobox.Options aria-label={offer?.label}>
          {offer?.options.map(({ piece, code, says }) => (
            <Combobox.Option key={code} value={piece} className={classes.option ?? ''}>
              <code>{code}</code>
              <span>{says}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Data items while a name with `_` is typed, functions while a word is. */
function offerAt(
  text: string,
  cursor: number,
  names: readonly ExpressionName[],
  without: readonly string[] | undefined,
): Offer | undefined {
  const variable = variableBefore(text, cursor);
  if (variable) {
    const options = namesFor(names, text.slice(variable.start, variable.end))
      .slice(0, OFFERED)
      .map((one) => {
        return { piece: one.variable, code: one.variable, says: one.label };
      });
    return { span: variable, label: 'Data items', options };
  }
  const word = functionBefore(text, cursor);
  if (!word) return undefined;
  const isCalled = text.slice(cursor).trimStart().startsWith('(');
  const found = functionsFrom(text.slice(word.start, word.end), without).slice(0, OFFERED);
  const options = found.map(({ name, piece, takes, says }) => {
    return { piece: isCalled ? name : piece, code: `${name}(${takes})`, says };
  });
  return { span: word, label: 'Functions', options };
}

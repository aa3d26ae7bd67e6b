import { Button, Menu, Select } from '@mantine/core';
import { IconMathFunction } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { ExpressionField, type ExpressionFieldHandle } from './ExpressionField.tsx';
import classes from './expression-builder.module.css';
import type { ExpressionCheck } from './expression-check.ts';
import type { ExpressionName } from './expression-insert.ts';
import { EXPRESSION_PIECES } from './expression-pieces.ts';

const OPERATORS = ['>', '>=', '<', '<=', '=', '<>', 'and', 'or', 'not'];

interface ExpressionBuilderProps {
  value: string;
  onChange: (expression: string) => void;
  check: ExpressionCheck | undefined;
  names: readonly ExpressionName[];
  /** Functions that are not for this expression. */
  without?: readonly string[];
  label?: string;
}

const NONE: readonly string[] = [];

/** An expression with what it can be put together from: data items, comparisons, functions. */
export function ExpressionBuilder({ value, onChange, check, names, without = NONE, label }: ExpressionBuilderProps) {
  const field = useRef<ExpressionFieldHandle>(null);
  const choices = useMemo(
    () => [...new Map(names.map(({ variable, label }) => [variable, { value: variable, label }])).values()],
    [names],
  );
  return (
    <div className={classes.builder}>
      <ExpressionField
        ref={field}
        value={value}
        onChange={onChange}
        check={check}
        names={names}
        without={without}
        {...(label === undefined ? {} : { label })}
      />
      <div className={classes.pieces}>
        <Select
          className={classes.insert ?? ''}
          aria-label="Insert data item"
          placeholder="Insert data item"
          data={choices}
          searchable
          limit={100}
          nothingFoundMessage="There is no such data item."
          value={null}
          onChange={(variable) => variable && field.current?.insert(variable)}
        />
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<IconMathFunction size={15} aria-hidden />}>
              Functions
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.functions ?? ''}>
            {EXPRESSION_PIECES.filter(({ piece }) => !without.some((name) => piece.startsWith(`${name}(`))).map(
              ({ piece, says }) => (
                <Menu.Item key={piece} onClick={() => field.current?.insert(piece)}>
                  <code>{piece.replace('|', '…').trim()}</code>
                  <span className={classes.says}>{says}</span>
                </Menu.Item>
              ),
            )}
          </Menu.Dropdown>
        </Menu>
        <fieldset className={classes.operators} aria-label="Operators">
          {OPERATORS.map((operator) => (
            <button
              key={operator}
              type="button"
              className={classes.operator}
              // The text area keeps its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => field.current?.insert(operator)}
            >
              {operator}
            </button>
          ))}
        </fieldset>
      </div>
    </div>
  );
}

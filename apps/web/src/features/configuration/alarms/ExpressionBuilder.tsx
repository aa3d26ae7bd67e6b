import { Button, Menu, Select } from '@mantine/core';
import { IconMathFunction } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { ExpressionField, type ExpressionFieldHandle, type ExpressionName } from '#ui/form/ExpressionField.tsx';
import type { ExpressionCheck } from '#ui/form/expression-check.ts';
import classes from './alarms.module.css';

const OPERATORS = ['>', '>=', '<', '<=', '=', '<>', 'and', 'or', 'not'];

/** Pieces with what they are for; the cursor goes to the `|`. Times are seconds. */
const PIECES: readonly { piece: string; says: string }[] = [
  { piece: 'avg(|, 60)', says: 'the mean of the last 60 seconds' },
  { piece: 'min(|, 60)', says: 'the least of the last 60 seconds' },
  { piece: 'max(|, 60)', says: 'the most of the last 60 seconds' },
  { piece: 'rate(|, 900)', says: 'the change per second over 15 minutes' },
  { piece: 'held(|, 30)', says: 'true for 30 seconds already' },
  { piece: 'age(|)', says: 'seconds since the last value' },
  { piece: 'if(|, , )', says: 'one thing or another' },
  { piece: ' in ("|", "")', says: 'one of several texts' },
  { piece: 'abs(|)', says: 'without its sign' },
];

interface ExpressionBuilderProps {
  value: string;
  onChange: (expression: string) => void;
  check: ExpressionCheck | undefined;
  names: readonly ExpressionName[];
}

/** An expression with what it can be put together from: data items, comparisons, functions. */
export function ExpressionBuilder({ value, onChange, check, names }: ExpressionBuilderProps) {
  const field = useRef<ExpressionFieldHandle>(null);
  const choices = useMemo(
    () => [...new Map(names.map(({ variable, label }) => [variable, { value: variable, label }])).values()],
    [names],
  );
  return (
    <div className={classes.builder}>
      <ExpressionField ref={field} value={value} onChange={onChange} check={check} names={names} />
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
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconMathFunction size={15} aria-hidden />}>
              Functions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {PIECES.map(({ piece, says }) => (
              <Menu.Item key={piece} onClick={() => field.current?.insert(piece)}>
                <code>{piece.replace('|', '…').trim()}</code>
                <span className={classes.says}>{says}</span>
              </Menu.Item>
            ))}
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

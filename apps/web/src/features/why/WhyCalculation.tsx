import type { why } from '@telltale/contract';
import { DEFAULT_DECIMALS, formatNumber, itemName } from '@telltale/domain';
import { Link } from 'wouter';
import { whyAddress } from '#actions/why-address.ts';
import { Age } from '#ui/feedback/Age.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './why.module.css';
import { ageThen } from './why-words.ts';

interface WhyCalculationProps {
  assetId: number;
  calculation: why.WhyCalculation;
  /** Whether its reader may see values; otherwise only what it is calculated from is told. */
  mayValue: boolean;
  /** The moment of the value, ms; undefined: it has none. */
  atMs: number | undefined;
  zone: string;
  /** Asks for an input where the answer stands; without it the input is a link to its page. */
  onAsk: ((dataItemId: number, atMs: number | undefined) => void) | undefined;
}

/** What a value was calculated from: the expression, and its inputs as they held then, each leading to its own why. */
export function WhyCalculation({ assetId, calculation, mayValue, atMs, zone, onAsk }: WhyCalculationProps) {
  const { expression, inputs, functions, reason, isAsCalculated } = calculation;
  const at = atMs === undefined ? undefined : new Date(atMs).toISOString();
  const ageOf = (timeMs: number) => (atMs === undefined ? <Age timeMs={timeMs} zone={zone} /> : ageThen(timeMs, atMs));
  return (
    <section className={classes.part}>
      <h3>Calculated from</h3>
      <pre className={classes.message}>{expression}</pre>
      {reason === null ? null : <p className={classes.none}>No value: {reason}.</p>}
      {isAsCalculated ? null : (
        <p className={classes.none}>
          It is not what the expression gives of the inputs as they are stored now: one of them, or the value itself,
          was changed since.
        </p>
      )}
      {mayValue ? null : <p className={classes.none}>You may not see the values of what it is calculated from.</p>}
      <SmallTable label="Inputs" headers={mayValue ? ['Data item', 'Value', 'Age'] : ['Data item']}>
        {inputs.map(({ dataItemId, label, alias, unit, value }) => (
          <tr key={dataItemId}>
            <th scope="row">
              {onAsk ? (
                <button type="button" className={classes.ask} onClick={() => onAsk(dataItemId, atMs)}>
                  {itemName({ label, alias })}
                </button>
              ) : (
                <Link href={whyAddress({ assetId, dataItemId }, at)}>{itemName({ label, alias })}</Link>
              )}
            </th>
            {mayValue ? (
              <>
                <td>
                  {textOf(value)} {value === null ? '' : unit}
                </td>
                <td>{value === null ? '' : ageOf(value.timestamp)}</td>
              </>
            ) : null}
          </tr>
        ))}
        {functions.map(({ text, value }) => (
          <tr key={text}>
            <th scope="row">
              <code>{text}</code>
            </th>
            <td>{typeof value === 'number' ? formatNumber(value, DEFAULT_DECIMALS) : String(value ?? '- -')}</td>
            <td />
          </tr>
        ))}
      </SmallTable>
    </section>
  );
}

function textOf(value: why.WhyCalculation['inputs'][number]['value']): string {
  if (value === null) return '- -';
  return value.isString ? (value.stringValue ?? '- -') : formatNumber(value.value, DEFAULT_DECIMALS);
}

import { useMemo } from 'react';
import type { QueryResult } from '#sqlite/messages.ts';
import { usePalette } from '#theme/use-palette.ts';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { uniqueNames } from '#ui/table/unique-names.ts';
import { barData } from './chart-data.ts';
import classes from './result.module.css';

const MOST_BARS = 200;

/** The numbers of a result as bars by its first column. */
export function BarChart({ label, result }: { label: string; result: QueryResult }) {
  const { series: colours } = usePalette();
  const bars = useMemo(() => barData(result, MOST_BARS), [result]);
  if (bars === undefined) {
    return <p className={classes.note}>There are no numbers that could be bars. Look at the result as a table.</p>;
  }
  const keys = uniqueNames(bars.series);
  const sizes = bars.rows.flatMap(({ values }) => values.filter(Number.isFinite).map(Math.abs));
  const largest = Math.max(...sizes, Number.MIN_VALUE);
  /** The longest bar leaves room for the longest number. */
  const letters = Math.max(...bars.rows.flatMap(({ values }) => values.map((value) => numberText(value).length)));
  return (
    <section className={classes.shown}>
      <ul className={classes.legend} aria-label="Bars">
        {bars.series.map((name, index) => (
          <li key={keys[index]}>
            <span className={classes.swatch} style={{ background: colours[index % colours.length] }} />
            {name || '(no name)'}
          </li>
        ))}
      </ul>
      <ScrollRegion className={`${classes.picture} ${classes.bars}`} label={`${label}: bars`}>
        <table aria-label={label}>
          <tbody>
            {bars.rows.map(({ row, name, values }) => (
              <tr key={row}>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td>
                  {values.map((value, index) => (
                    <div key={keys[index]} className={classes.bar}>
                      <span
                        style={{
                          width: `calc((100% - ${letters + 2}ch) * ${Number.isFinite(value) ? Math.abs(value) / largest : 0})`,
                          background: colours[index % colours.length],
                        }}
                      />
                      {numberText(value)}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {bars.more > 0 ? <p className={classes.note}>{`And ${bars.more.toLocaleString('en-US')} more rows.`}</p> : null}
      </ScrollRegion>
    </section>
  );
}

const numberText = (value: number) => (Number.isNaN(value) ? 'NULL' : value.toLocaleString('en-US'));

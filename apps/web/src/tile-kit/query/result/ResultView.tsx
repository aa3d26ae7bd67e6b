import { IconAlertTriangle } from '@tabler/icons-react';
import type { QueryResult } from '#sqlite/messages.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { BarChart } from './BarChart.tsx';
import { PieChart } from './PieChart.tsx';
import { ResultTable } from './ResultTable.tsx';
import classes from './view.module.css';

/** With the chart library. */
const LineChart = lazyPart(async () => (await import('./LineChart.tsx')).LineChart, Loading);

const CUT = {
  rows: 'There are more rows: only these were read.',
  bytes: 'There are more rows: these fill the memory that a result may take.',
} as const;

interface ResultViewProps {
  title: string;
  dataTab: 'line' | 'pie' | 'bar' | 'table';
  run: {
    isRunning: boolean;
    result: QueryResult | undefined;
    queryError: string | undefined;
    transformError: string | undefined;
  };
  /** Whether the transform's error stands under its editor. */
  isTransformErrorShown: boolean;
  /** It takes the height that there is, as in a tile; otherwise one of its own. */
  isFilling?: boolean;
}

/** What became of a query: its result, why there is none, or that it runs. */
export function ResultView({ title, dataTab, run, isTransformErrorShown, isFilling }: ResultViewProps) {
  const { isRunning, result, queryError, transformError } = run;
  if (isRunning) {
    return (
      <div className={classes.place} data-filling={isFilling}>
        <Loading label={`Executing ${title}`} />
      </div>
    );
  }
  const problem =
    queryError ??
    (transformError === undefined || isTransformErrorShown ? undefined : `Code transform: ${transformError}`);
  if (problem !== undefined) {
    return (
      <p className={classes.error} role="alert">
        <IconAlertTriangle size={18} aria-hidden />
        <span>{problem}</span>
      </p>
    );
  }
  if (result === undefined) {
    return transformError === undefined ? <p className={classes.idle}>Execute shows the result here.</p> : null;
  }
  return (
    <>
      <div className={classes.place} data-filling={isFilling}>
        {result.rows === 0 ? <p className={classes.idle}>No data...</p> : draw(title, dataTab, result)}
      </div>
      <p className={classes.foot} role="status">
        <span>{`${result.rows.toLocaleString('en-US')} ${result.rows === 1 ? 'row' : 'rows'}`}</span>
        <span>{`${Math.round(result.elapsedMs).toLocaleString('en-US')} ms`}</span>
        {result.cut === undefined ? null : <span>{CUT[result.cut]}</span>}
      </p>
    </>
  );
}

function draw(title: string, dataTab: ResultViewProps['dataTab'], result: QueryResult) {
  if (dataTab === 'pie') return <PieChart label={title} result={result} />;
  if (dataTab === 'bar') return <BarChart label={title} result={result} />;
  if (dataTab === 'table') return <ResultTable label={title} result={result} hasSearch />;
  return <LineChart label={title} result={result} />;
}

import { useQuery } from '@tanstack/react-query';
import { formatDateTimeExact, itemName, zoneName } from '@telltale/domain';
import { Link } from 'wouter';
import type { WhySpan } from '#actions/why.ts';
import { spanAddress, whyAddress } from '#actions/why-address.ts';
import { type SpanFigures, spanQuery, whyQuery } from '#api/why-query.ts';
import { Pending } from '#pages/Pending.tsx';
import { useConversionOf } from '#pages/use-own-units.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { CoursePicture } from '#ui/CoursePicture.tsx';
import { Facts } from '#ui/Facts.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { DashboardLink } from './DashboardLink.tsx';
import { EditList } from './WhyLists.tsx';
import classes from './why.module.css';
import { conversionText, figureText } from './why-words.ts';

interface WhySpanFactsProps extends WhySpan {
  assetId: number;
  dataItemId: number;
  isPage?: boolean;
  /** Asks for a value of the time in the place of this answer; without it the value is a link to its page. */
  onAsk?: (dataItemId: number, atMs: number) => void;
}

/** What the mean of a time was calculated from, with the values in it that stand out, each leading to its own why. */
export function WhySpanFacts({ assetId, dataItemId, fromMs, toMs, isPage = false, onAsk }: WhySpanFactsProps) {
  const zone = useOwnZone();
  const item = { assetId, dataItemId };
  const query = useQuery(spanQuery(assetId, dataItemId, fromMs, toMs));
  const about = useQuery(whyQuery(assetId, dataItemId, new Date(toMs - 1).toISOString()));
  const conversion = useConversionOf(about.data?.unit ?? '');
  const [figures, known] = [query.data, about.data];
  if (known?.mayValue === false) return <EmptyState title={`You may not see the values of ${itemName(known)}.`} />;
  if (figures === undefined || known === undefined) {
    const missing = known === undefined ? about : query;
    return <Pending query={missing} label="Loading the values" failure="The values could not be loaded." rows={6} />;
  }
  const { count, sum, min, max, times, values } = figures;
  const mean = sum / count;
  const shown = (value: number) => `${figureText(value, conversion)} ${conversion?.to ?? known.unit}`.trimEnd();
  const moment = (timeMs: number) => `${formatDateTimeExact(timeMs, zone)} ${zoneName(timeMs, zone)}`;
  const edits = known.edits?.map((edit) => ({
    ...edit,
    covers: Date.parse(edit.from) < toMs && Date.parse(edit.to) >= fromMs,
  }));
  return (
    <article aria-label={`Why ${itemName(known)}`}>
      <h2 className={classes.name}>
        {itemName(known)} <span className={classes.asset}>{known.assetName}</span>
      </h2>
      <p className={classes.value}>
        {count === 0 ? '- -' : figureText(mean, conversion)}{' '}
        <small>{count === 0 ? '' : (conversion?.to ?? known.unit)}</small>
      </p>
      <Facts>
        <dt>Time</dt>
        <dd>
          {moment(fromMs)} to {moment(toMs)}, which is no longer in it
        </dd>
        <dt>Values</dt>
        <dd>{count === 0 ? 'None that can be reckoned with.' : `${count}, without those of bad quality`}</dd>
        {count === 0 ? null : (
          <>
            <dt>Mean</dt>
            <dd>
              {`${figureText(sum, undefined)} ÷ ${count} = ${figureText(mean, undefined)} ${known.unit}`.trimEnd()}
            </dd>
            {outstanding(figures).map(({ name, value, timeMs }) => (
              <PointFact key={name} name={name} text={shown(value)}>
                {timeMs === undefined ? null : onAsk ? (
                  <button type="button" className={classes.ask} onClick={() => onAsk(dataItemId, timeMs)}>
                    {moment(timeMs)}
                  </button>
                ) : (
                  <Link href={whyAddress(item, new Date(timeMs).toISOString())}>{moment(timeMs)}</Link>
                )}
              </PointFact>
            ))}
          </>
        )}
        <dt>Data item</dt>
        <dd>{known.label}</dd>
        <dt>Unit</dt>
        <dd>{known.unit === '' ? 'None is described.' : `${known.unit}, as it is stored`}</dd>
        {conversion === undefined || count === 0 ? null : (
          <>
            <dt>Shown in</dt>
            <dd>
              {conversionText(conversion, mean)}
              <p className={classes.none}>{conversion.origin}</p>
            </dd>
          </>
        )}
      </Facts>
      {count === 0 ? null : (
        <section className={classes.part}>
          <h3>Its values</h3>
          <CoursePicture
            times={times}
            values={values.map((value) => (value === null ? null : (conversion?.convert(value) ?? value)))}
            from={fromMs / 1_000}
            to={toMs / 1_000}
            title={`From ${shown(min)} to ${shown(max)}`}
          />
        </section>
      )}
      {edits ? <EditList edits={edits} zone={zone} unit={known.unit} /> : null}
      <div className={classes.buttons}>
        <CopyButton
          text={`${window.location.origin}${spanAddress(item, { fromMs, toMs })}`}
          what="the address of this answer"
        />
        {isPage ? <DashboardLink assetId={assetId} /> : null}
      </div>
    </article>
  );
}

function PointFact({ name, text, children }: { name: string; text: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {text} {children}
      </dd>
    </>
  );
}

/** Those that somebody looks for in a time, and when they were where that is known. */
function outstanding({ min, max, times, values }: SpanFigures) {
  const timeOf = (index: number) => (index < 0 ? undefined : Math.round((times[index] as number) * 1_000));
  const last = values.findLastIndex((value) => value !== null);
  return [
    { name: 'Lowest', value: min, timeMs: timeOf(values.indexOf(min)) },
    { name: 'Highest', value: max, timeMs: timeOf(values.indexOf(max)) },
    ...(last < 0 ? [] : [{ name: 'Last', value: values[last] as number, timeMs: timeOf(last) }]),
  ];
}

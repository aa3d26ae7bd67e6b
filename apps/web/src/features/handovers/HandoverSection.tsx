import type { handovers } from '@telltale/contract';
import { Link } from 'wouter';
import { whyOfAlarm } from '#actions/why.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { HandoverText } from './HandoverText.tsx';
import classes from './handover.module.css';
import { clockText, nothingWords, sectionWords } from './handover-words.ts';

type Span = Pick<handovers.Handover, 'from' | 'to' | 'zone'>;

interface HandoverSectionProps {
  handoverId: number;
  section: handovers.Handover['sections'][number];
  text: handovers.HandoverText | undefined;
  /** Of the shift, on the unit's clock. */
  span: Span;
  mayWrite: boolean;
}

/** One part of a handover: what the portal tells, and what people write to it. */
export function HandoverSection({
  handoverId,
  section: { section, lines, isCut },
  text,
  span,
  mayWrite,
}: HandoverSectionProps) {
  const name = sectionWords[section];
  return (
    <section className={classes.section} aria-label={name}>
      <h2 className={classes.name}>
        {name}
        {section === 'summary' ? null : <span className={classes.count}>{lines.length}</span>}
      </h2>
      {lines.length > 0 ? (
        <ul className={classes.lines} aria-label={`Lines of ${name}`}>
          {lines.map((line) => (
            <Line key={line.key} line={line} span={span} />
          ))}
        </ul>
      ) : null}
      {lines.length === 0 && nothingWords[section] !== '' ? (
        <p className={classes.nothing}>{nothingWords[section]}</p>
      ) : null}
      {isCut ? <p className={classes.nothing}>There were more: the timelines of the assets have all of them.</p> : null}
      {text ? <HandoverText handoverId={handoverId} name={name} text={text} mayWrite={mayWrite} /> : null}
    </section>
  );
}

function Line({ line, span }: { line: handovers.HandoverLine; span: Span }) {
  const palette = usePalette();
  const { time, until, assetId, assetName, title, state, text, user, severity, isLate, cause } = line;
  const why = assetId === null || cause === undefined ? {} : whyOfAlarm({ assetId, ...cause }, cause.raised);
  const by = user === '' || user === 'telltale' ? '' : `by ${user}`;
  const end = until === null ? '' : `until ${clockText(until, span)}`;
  const told = [state, by, end].filter(Boolean).join(' ');
  return (
    <li className={classes.line}>
      <time className={classes.time} dateTime={time}>
        {clockText(time, span)}
      </time>
      <span className={classes.asset}>
        {assetId === null ? null : <Link href={`/assets/${assetId}/timeline`}>{assetName}</Link>}
      </span>
      <span className={classes.what}>
        {severity === null ? null : (
          <span
            className={classes.dot}
            style={{ background: severityFill(palette, severity) }}
            title={`Severity ${severity}`}
          />
        )}
        <span className={classes.title}>{title}</span>
        {isLate ? <span className={classes.late}>came late</span> : null}
        {told === '' ? null : <span className={classes.dim}> {told}</span>}
        {text === '' ? null : (
          <span className={classes.note} {...why}>
            {text}
          </span>
        )}
      </span>
    </li>
  );
}

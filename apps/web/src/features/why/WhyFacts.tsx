import { useQuery } from '@tanstack/react-query';
import { permissionId, qualityLevel, type why } from '@telltale/contract';
import { formatDateTimeExact, formatDuration, itemName, zoneName } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { whyAddress } from '#actions/why-address.ts';
import { whyQuery } from '#api/why-query.ts';
import { Pending } from '#pages/Pending.tsx';
import { useConversionOf } from '#pages/use-own-units.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Age } from '#ui/feedback/Age.tsx';
import { DashboardLink } from './DashboardLink.tsx';
import { HourPicture } from './HourPicture.tsx';
import { WhyCalculation } from './WhyCalculation.tsx';
import { AlarmList, CommandFact, EditList } from './WhyLists.tsx';
import classes from './why.module.css';
import { ageThen, conversionText, figureText, qualityWords, scalingText, senderOf } from './why-words.ts';

interface WhyFactsProps {
  assetId: number;
  dataItemId: number;
  /** ISO; undefined: now. */
  at: string | undefined;
  isPage?: boolean;
  /** Asks for another value of the asset in the place of this one. */
  onAsk?: (dataItemId: number, atMs: number | undefined) => void;
}

const exact = (timeMs: number, zone: string) => `${formatDateTimeExact(timeMs, zone)} ${zoneName(timeMs, zone)}`;

/** Everything that the portal knows of one value. */
export function WhyFacts({ assetId, dataItemId, at, isPage = false, onAsk }: WhyFactsProps) {
  const zone = useOwnZone();
  const query = useQuery(whyQuery(assetId, dataItemId, at));
  const { data: known } = query;
  const conversion = useConversionOf(known === undefined || known.value?.isString ? '' : known.unit);
  if (known === undefined) {
    return <Pending query={query} label="Loading what is known of it" failure="Nothing is known of it." rows={6} />;
  }
  const { value, lastHour, alarms, edits } = known;
  const moment = at ?? (value?.timestamp === undefined ? undefined : new Date(value.timestamp).toISOString());
  const address = `${window.location.origin}${whyAddress(known, moment)}`;
  return (
    <article aria-label={`Why ${itemName(known)}`}>
      <h2 className={classes.name}>
        {itemName(known)} <span className={classes.asset}>{known.assetName}</span>
      </h2>
      <p className={classes.value}>
        {known.mayValue ? textOf(value, conversion) : 'You may not see this value.'}{' '}
        <small>{value ? (conversion?.to ?? known.unit) : ''}</small>
      </p>
      <Facts>
        <ValueFacts known={known} at={at} />
        <dt>Data item</dt>
        <dd>
          {known.label}
          {known.alias ? `, which this asset calls ${known.alias} (its attribute aliasMap)` : ''}
        </dd>
        {known.description ? (
          <>
            <dt>Description</dt>
            <dd>{known.description}</dd>
          </>
        ) : null}
        <ScalingFact known={known} />
        <dt>Unit</dt>
        <dd>{known.unit === '' ? 'None is described.' : unitText(known)}</dd>
        {conversion === undefined ? null : (
          <>
            <dt>Shown in</dt>
            <dd>
              {conversionText(conversion, value?.value ?? null)}
              <p className={classes.none}>{conversion.origin}</p>
            </dd>
          </>
        )}
        <CommandFact known={known} zone={zone} />
      </Facts>
      {known.origin?.text ? (
        <section className={classes.part}>
          <h3>The message</h3>
          <pre className={classes.message}>{known.origin.text}</pre>
        </section>
      ) : null}
      {known.calculation ? (
        <WhyCalculation
          assetId={assetId}
          calculation={known.calculation}
          mayValue={known.mayValue}
          atMs={value?.timestamp ?? (at === undefined ? undefined : Date.parse(at))}
          zone={zone}
          onAsk={onAsk}
        />
      ) : null}
      {lastHour ? (
        <HourPicture {...shownHour(lastHour, conversion)} at={at} unit={conversion?.to ?? known.unit} />
      ) : null}
      {edits ? <EditList edits={edits} zone={zone} unit={known.unit} /> : null}
      {alarms ? <AlarmList alarms={alarms} /> : null}
      <div className={classes.buttons}>
        <CopyButton text={address} what="the address of this answer" />
        {isPage ? <DashboardLink assetId={assetId} /> : null}
      </div>
    </article>
  );
}

function unitText({ unit, scaling, calculation }: why.Why): string {
  if (calculation !== null) return unit;
  return scaling === null ? `${unit}, as it is sent and stored` : `${unit}, as it is stored once it is scaled`;
}

/** How the portal made the value of what was sent. */
function ScalingFact({ known: { scaling } }: { known: why.Why }) {
  if (scaling === null) return null;
  return (
    <>
      <dt>Scaling</dt>
      <dd>{scalingText(scaling)}</dd>
    </>
  );
}

function ValueFacts({ known, at }: { known: why.Why; at: string | undefined }) {
  const { value, origin, mayValue } = known;
  const zone = useOwnZone();
  const maySender = useMay(permissionId('CurrentDataItems', 'View'));
  if (value === null) {
    if (!mayValue) return null;
    return (
      <>
        <dt>Measured</dt>
        <dd>{at === undefined ? 'It has no value yet.' : 'It had no value yet at this moment.'}</dd>
      </>
    );
  }
  if (known.calculation) return <MeasuredFacts value={value} at={at} word="Calculated" />;
  const delayMs = origin ? Date.parse(origin.received) - value.timestamp : 0;
  return (
    <>
      <MeasuredFacts value={value} at={at} word="Measured" />
      {maySender ? (
        <>
          <dt>Received</dt>
          <dd>
            {origin
              ? `${exact(Date.parse(origin.received), zone)}${delayMs >= 1_000 ? `, ${formatDuration(delayMs)} after it was measured` : ''}`
              : 'Not known: the portal keeps it with the current value until it restarts, and for no earlier one.'}
          </dd>
          <dt>Sent by</dt>
          <dd>{origin ? senderOf(origin) : 'Not known any more.'}</dd>
        </>
      ) : null}
    </>
  );
}

interface MeasuredFactsProps {
  value: NonNullable<why.Why['value']>;
  at: string | undefined;
  /** How it came to be. */
  word: string;
}

function MeasuredFacts({ value, at, word }: MeasuredFactsProps) {
  const zone = useOwnZone();
  return (
    <>
      {at === undefined ? null : (
        <>
          <dt>Moment</dt>
          <dd>{exact(Date.parse(at), zone)}</dd>
        </>
      )}
      <dt>{word}</dt>
      <dd>
        {exact(value.timestamp, zone)} (
        {at === undefined ? <Age timeMs={value.timestamp} zone={zone} /> : ageThen(value.timestamp, Date.parse(at))})
      </dd>
      <dt>Quality</dt>
      <dd>{qualityWords(qualityLevel(value.quality), value.quality)}</dd>
    </>
  );
}

function textOf(value: why.Why['value'], conversion: Conversion | undefined): string {
  if (value === null) return '- -';
  if (value.isString) return value.stringValue ?? '- -';
  return figureText(value.value, conversion);
}

function shownHour({ times, values }: NonNullable<why.Why['lastHour']>, conversion: Conversion | undefined) {
  if (conversion === undefined) return { times, values };
  return { times, values: values.map((value) => (value === null ? null : conversion.convert(value))) };
}

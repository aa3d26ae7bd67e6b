import { useQuery } from '@tanstack/react-query';
import type { handovers } from '@telltale/contract';
import { permissionId } from '@telltale/contract';
import { Link } from 'wouter';
import { handoverQuery } from '#api/events/handover-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { HandoverActs } from './HandoverActs.tsx';
import { HandoverSection } from './HandoverSection.tsx';
import classes from './handover.module.css';
import { lengthText, spanText, stateWords } from './handover-words.ts';
import { Signatures } from './Signatures.tsx';

/** While it runs it writes itself. */
const LOOK_EVERY_MS = 10_000;

/** What one shift tells the next: written while it runs, signed by both, printed. */
export function HandoverPage({ handoverId }: { handoverId: number }) {
  if (!Number.isSafeInteger(handoverId) || handoverId <= 0) {
    return (
      <Page title="Handover" columnWidth={860}>
        <EmptyState title="There is no such handover.">
          <Link href="/handovers">All handovers</Link>
        </EmptyState>
      </Page>
    );
  }
  return <OneHandover handoverId={handoverId} />;
}

function OneHandover({ handoverId }: { handoverId: number }) {
  useWhyGestures();
  const query = useQuery({
    ...handoverQuery(handoverId),
    refetchInterval: ({ state }) => (state.data?.state === 'accepted' ? false : LOOK_EVERY_MS),
  });
  const { data } = query;
  return (
    <Page
      title={data ? `Handover: ${data.shift}` : 'Handover'}
      columnWidth={860}
      head={data ? <HandoverActs handover={data} /> : null}
    >
      <Pending query={query} label="Loading the handover" failure="The handover could not be loaded." rows={10} />
      {data ? <Content handover={data} /> : null}
    </Page>
  );
}

function Content({ handover }: { handover: handovers.Handover }) {
  const mayWrite = useMay(permissionId('Events', 'Modify')) && handover.state === 'running';
  const length = lengthText(handover);
  const { from, to, shiftEnd, zone } = handover;
  return (
    <>
      <p className={classes.span}>
        {[handover.unitName, spanText(handover), length].filter(Boolean).join(' · ')}
        <span className={classes.state}>{stateWords(handover)}</span>
        <Link className={classes.screenOnly ?? ''} href={`/handovers?unit=${handover.adminId}`}>
          All handovers
        </Link>
      </p>
      {handover.isPartial ? (
        <p className={classes.partial}>What happened to assets that you do not see is left out.</p>
      ) : null}
      {handover.sections.map((section) => (
        <HandoverSection
          key={section.section}
          handoverId={handover.handoverId}
          section={section}
          text={handover.texts.find((text) => text.section === section.section)}
          span={{ from, to: to ?? shiftEnd, zone }}
          mayWrite={mayWrite}
        />
      ))}
      <Signatures handover={handover} />
    </>
  );
}

import { permissionId } from '@telltale/contract';
import { useParams } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { HandoversPage } from './HandoversPage.tsx';

const HandoverPage = lazyPart(async () => (await import('./HandoverPage.tsx')).HandoverPage, Loading);
const ShiftsPage = lazyPart(async () => (await import('./ShiftsPage.tsx')).ShiftsPage, Loading);

/** The list of handovers, one of them (`/handovers/7`), or when shifts begin (`/handovers/shifts`). */
export function HandoverPages() {
  const { part } = useParams<{ part?: string }>();
  const mayShifts = useMay(permissionId('AdminUnits', 'Modify'));
  if (part === undefined || (part === 'shifts' && !mayShifts)) return <HandoversPage />;
  if (part === 'shifts') return <ShiftsPage />;
  return <HandoverPage key={part} handoverId={Number(part)} />;
}

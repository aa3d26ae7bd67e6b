import type { PortalStatus } from '@telltale/contract';
import { CoursePicture } from '#ui/CoursePicture.tsx';
import { Facts } from '#ui/Facts.tsx';
import classes from './status.module.css';
import { durationText, paceText, waitingText } from './status-words.ts';

const MINUTE_S = 60;

/**
 * What comes in, and how long it waits for the disk.
 * @param place of which node the figures are, as the heading says it; what is of the whole portal says so then
 */
export function Ingest({ status: { ingest, waiting }, place }: { status: PortalStatus; place: string }) {
  const ofAll = place === '' ? '' : ', all nodes';
  const { minutes } = ingest;
  const last = minutes.at(-1);
  const times = minutes.map(({ time }) => Date.parse(time) / 1_000);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const course = { times, from, to: Math.max(to, from + MINUTE_S) };
  return (
    <section className={classes.part} aria-labelledby="status-ingest">
      <h2 id="status-ingest">Data that comes in{place}</h2>
      {last === undefined ? (
        <p className={classes.dim}>The first minute is being counted.</p>
      ) : (
        <>
          <p className={classes.figure}>{paceText(last.pointsPerSecond)}</p>
          <CoursePicture
            {...course}
            values={minutes.map(({ pointsPerSecond }) => pointsPerSecond)}
            title={`Points a second in the last ${minutes.length} minutes`}
          />
          <p className={classes.figure}>{durationText(last.commitMs)} until it is on disk</p>
          <CoursePicture
            {...course}
            values={minutes.map(({ commitMs }) => commitMs)}
            title={`Time until a message is on disk, in the last ${minutes.length} minutes`}
          />
        </>
      )}
      <Facts>
        <dt>Assets connected{ofAll}</dt>
        <dd>
          {ingest.assetsConnected.toLocaleString()} of {ingest.assets.toLocaleString()}
        </dd>
        <dt>Points since the start</dt>
        <dd>{ingest.pointsStored.toLocaleString()}</dd>
        <dt>Set aside since then</dt>
        <dd>{ingest.setAside.toLocaleString()}</dd>
        <dt>Points that wait</dt>
        <dd>{ingest.pointsWaiting.toLocaleString()}</dd>
        <dt>Open browsers</dt>
        <dd>{ingest.browsers.toLocaleString()}</dd>
        <dt>Waiting{ofAll}</dt>
        <dd>{waitingText(waiting)}</dd>
      </Facts>
    </section>
  );
}

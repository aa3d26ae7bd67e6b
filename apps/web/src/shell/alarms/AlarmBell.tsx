import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAlarmSummary } from '#live/use-alarm-summary.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
// With the bar's own: a style sheet of its own would be one request more on every page.
import classes from '../navigation.module.css';
import { type AlarmsSince, alarmsSince, type KnownAlarms } from './alarm-news-since.ts';

const bellPanel = lazyPart(async () => (await import('./AlarmBellPanel.tsx')).AlarmBellPanel);
const nothing = {};

const AlarmBanner = lazy(() => import('./AlarmBanner.tsx').then((part) => ({ default: part.AlarmBanner })));

/** How many alarms nobody has acknowledged, in the colour of the worst, on every page; the window's title says it too. */
export function AlarmBell() {
  const summary = useAlarmSummary();
  const palette = usePalette();
  const newest = summary?.newest ?? '';
  /** What was there when this page was opened: others are news. */
  const known = useRef<KnownAlarms>(undefined);
  const [news, setNews] = useState<AlarmsSince>();
  useEffect(() => {
    if (summary === undefined) return;
    const before = known.current;
    const now = { newest, count: summary.unacknowledged };
    known.current = before && before.newest > newest ? { ...now, newest: before.newest } : now;
    if (before) setNews((told) => alarmsSince(before, now, told));
  }, [summary, newest]);
  useTitleCount(summary?.unacknowledged ?? 0);

  if (summary === undefined) return null;
  const { open, unacknowledged, worst, worstUnacknowledged } = summary;
  const severity = worstUnacknowledged ?? worst;
  const count = unacknowledged || open;
  const words =
    severity === null
      ? 'No open alarms'
      : `${unacknowledged} of ${open} open alarms not acknowledged, worst severity ${severity}`;
  return (
    <>
      <LateMenu
        part={bellPanel}
        opens="dialog"
        props={nothing}
        button={
          <button type="button" className={classes.bell} aria-label={words} title={words}>
            <IconBell size={18} aria-hidden />
            {severity === null ? null : (
              <span
                className={classes.alarmCount}
                data-seen={unacknowledged === 0}
                style={{ '--severity': severityFill(palette, severity) } as React.CSSProperties}
              >
                {count > 999 ? '999+' : count}
              </span>
            )}
          </button>
        }
      />
      <Suspense>
        {news === undefined ? null : <AlarmBanner {...news} newest={newest} onClose={() => setNews(undefined)} />}
      </Suspense>
    </>
  );
}

/** Puts the count before whatever the page calls the window. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const bare = () => document.title.replace(/^\(\d+\) /, '');
    const put = () => {
      const title = count > 0 ? `(${count}) ${bare()}` : bare();
      if (document.title !== title) document.title = title;
    };
    put();
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title !== bare()) document.title = bare();
    };
  }, [count]);
}

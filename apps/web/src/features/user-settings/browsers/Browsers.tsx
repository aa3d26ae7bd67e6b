import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertBrowsers } from '@telltale/contract';
import { useEffect } from 'react';
import { alertBrowsersQuery } from '#api/alerts/browser-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Age } from '#ui/feedback/Age.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { describeAgent } from '../describe-agent.ts';
import classes from '../user-settings.module.css';
import { agree, NoPushServiceError, ownMark, type Support, supportHere, withdraw } from './agreement.ts';

const ROW_HEIGHT_PX = 56;

const whyNot: Readonly<Record<Exclude<Support, 'possible'>, string>> = {
  insecure: 'This browser cannot be told: the portal is not open over HTTPS here.',
  unable:
    'This browser cannot be told. On an iPhone or iPad put the portal on the home screen first, and open it from there.',
  refused:
    'This browser does not let the portal show messages. Allow notifications for this page in its settings, then load the page again.',
};

/** The browsers and phones that show alarms although no page of the portal is open. */
export function Browsers() {
  const records = useQueryClient();
  const list = useQuery(alertBrowsersQuery);
  const own = useQuery({ queryKey: queryKeys.alertBrowsers('own'), queryFn: ownMark });
  useHomeScreen();
  const reload = () => records.invalidateQueries({ queryKey: queryKeys.alertBrowsers() });
  const add = useMutation({
    mutationFn: agree,
    onError: (failure) => {
      const why = failure instanceof NoPushServiceError ? failure.message : messageOf(failure);
      toast(`This browser is not told. ${why}`, 'error');
    },
    onSuccess: (agreed) => (agreed ? toast('This browser shows alarms from now on.') : undefined),
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: async ({ browserId, mark }: alertBrowsers.AlertBrowser) => {
      await callApi(alertBrowsers.removeAlertBrowser, { params: { browserId } });
      if (mark === own.data) await withdraw();
    },
    onError: (failure) => toast(`The browser is still told. ${messageOf(failure)}`, 'error'),
    onSuccess: () => toast('That browser is not told any more.'),
    onSettled: reload,
  });
  const ask = async (browser: alertBrowsers.AlertBrowser) => {
    const message = `${describeAgent(browser.userAgent)} shows no alarms any more.`;
    const question = { title: 'Take this browser away?', message, confirmLabel: 'Take away', isDestructive: true };
    if (await confirm(question)) remove.mutate(browser);
  };

  const { data } = list;
  const support = supportHere();
  return (
    <div className={classes.part}>
      <h3>In browsers and on phones</h3>
      <p className={classes.lead}>
        A browser or phone that agreed shows alarms although no page of the portal is open. What it shows can be read by
        whoever sees its screen.
      </p>
      <Pending
        query={list}
        label="Loading browsers"
        failure="The browsers that show alarms could not be loaded."
        rows={1}
        rowHeight={ROW_HEIGHT_PX}
      />
      {data && data.browsers.length > 0 ? (
        <ul className={classes.sessions} aria-label="Browsers that show alarms">
          {data.browsers.map((browser) => (
            <BrowserRow
              key={browser.browserId}
              browser={browser}
              isThis={browser.mark === own.data}
              isBusy={remove.isPending && remove.variables.browserId === browser.browserId}
              onRemove={() => void ask(browser)}
            />
          ))}
        </ul>
      ) : null}
      {support !== 'possible' ? <p className={classes.lead}>{whyNot[support]}</p> : null}
      {support === 'possible' && data && data.browsers.every(({ mark }) => mark !== own.data) ? (
        <div className={classes.buttons}>
          <Button variant="default" loading={add.isPending} onClick={() => add.mutate(data.publicKey)}>
            Send to this browser
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface BrowserRowProps {
  browser: alertBrowsers.AlertBrowser;
  isThis: boolean;
  isBusy: boolean;
  onRemove: () => void;
}

function BrowserRow({ browser: { userAgent, created, lastUsed }, isThis, isBusy, onRemove }: BrowserRowProps) {
  const zone = useOwnZone();
  const name = describeAgent(userAgent);
  return (
    <li className={classes.session}>
      <div className={classes.sessionText}>
        <span className={classes.sessionName}>
          {name}
          {isThis ? ', this browser' : ''}
        </span>
        <span className={classes.sessionDetail}>
          Agreed <Age timeMs={Date.parse(created)} zone={zone} /> ·{' '}
          {lastUsed === null ? (
            'nothing sent yet'
          ) : (
            <>
              last told <Age timeMs={Date.parse(lastUsed)} zone={zone} />
            </>
          )}
        </span>
      </div>
      <Button variant="default" aria-label={`Take away ${name}`} loading={isBusy} onClick={onRemove}>
        Take away
      </Button>
    </li>
  );
}

/** Phones of Apple tell nobody but what stands on the home screen: this says how it stands there. No other page asks for it. */
function useHomeScreen() {
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/telltale.webmanifest';
    document.head.append(link);
    return () => link.remove();
  }, []);
}

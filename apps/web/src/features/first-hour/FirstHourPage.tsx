import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FirstHour, type FirstHourStep, firstHourSteps } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { firstHourQuery } from '#api/portal/first-hour-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { Page } from '#ui/page/Page.tsx';
import { DefinitionStep } from './DefinitionStep.tsx';
import classes from './first-hour.module.css';
import { MailStep } from './mail/MailStep.tsx';
import { NameStep } from './NameStep.tsx';
import { ColleagueStep, DashboardStep, DeviceStep } from './OtherPages.tsx';
import { nextStep, stepWords } from './steps.ts';

/** Leads whoever set up a portal from an empty data folder to a colleague who looks at a device's values. */
export function FirstHourPage() {
  const query = useQuery(firstHourQuery);
  return (
    <Page title="First hour" columnWidth={1_000} head={<AdministrationLinks here="/first-hour" />}>
      <Pending query={query} label="Loading the steps" failure="The steps could not be loaded." rows={6} />
      {query.data === undefined ? null : <Steps firstHour={query.data} />}
    </Page>
  );
}

function Steps({ firstHour }: { firstHour: FirstHour }) {
  const { params, set } = useAddressParams();
  const { done } = firstHour;
  // A step that has just been done stays until somebody goes on.
  const [first] = useState(() => nextStep(firstHourSteps, done));
  const step = firstHourSteps.find((one) => one === params.get('step')) ?? first;
  const next = nextStep(firstHourSteps, done, step);
  return (
    <>
      <p className={classes.lead}>
        {done.length === firstHourSteps.length
          ? 'All steps are done. You can come back to any of them.'
          : `${done.length} of ${firstHourSteps.length} steps are done. Skip what you do not need now: it stays here until it is done.`}
      </p>
      <div className={classes.split}>
        <nav aria-label="Steps">
          <ol className={classes.steps}>
            {firstHourSteps.map((one, index) => (
              <li key={one}>
                <Link
                  href={`/first-hour?step=${one}`}
                  className={classes.step ?? ''}
                  aria-current={one === step ? 'step' : undefined}
                >
                  <StepMark number={index + 1} isDone={done.includes(one)} />
                  <span>
                    {stepWords[one].title}
                    <span className={classes.why}>{done.includes(one) ? 'Done' : stepWords[one].why}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        {step === undefined ? null : (
          <section className={classes.body} aria-labelledby="first-hour-step">
            <h2 id="first-hour-step">{stepWords[step].title}</h2>
            <StepBody key={step} step={step} firstHour={firstHour} />
            {next === undefined ? null : (
              <div className={classes.foot}>
                <Button variant="default" onClick={() => set({ step: next })}>
                  {done.includes(step) ? `Next: ${stepWords[next].title}` : 'Skip this step'}
                </Button>
              </div>
            )}
          </section>
        )}
      </div>
    </>
  );
}

function StepMark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <span className={classes.mark} data-done={isDone || undefined} aria-hidden>
      {isDone ? <IconCheck size={14} /> : number}
    </span>
  );
}

function StepBody({ step, firstHour }: { step: FirstHourStep; firstHour: FirstHour }) {
  switch (step) {
    case 'name':
      return <NameStep portalName={firstHour.portalName} />;
    case 'mail':
      return <MailStep />;
    case 'definition':
      return <DefinitionStep />;
    case 'device':
      return <DeviceStep firstHour={firstHour} />;
    case 'dashboard':
      return <DashboardStep firstHour={firstHour} />;
    case 'colleague':
      return <ColleagueStep />;
  }
}

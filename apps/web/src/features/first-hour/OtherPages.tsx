import { Button } from '@mantine/core';
import type { FirstHour } from '@telltale/contract';
import { Link } from 'wouter';
import classes from './first-hour.module.css';

interface StepProps {
  firstHour: FirstHour;
}

/** The page that connects devices, and waits for the first value. */
export function DeviceStep({ firstHour: { done } }: StepProps) {
  return (
    <>
      <p className={classes.text}>
        {done.includes('device')
          ? 'A device was heard. Connect the next one in the same way.'
          : 'Create an asset of your definition: the portal shows how its device connects, and waits for the first value with you.'}
      </p>
      <Action href="/connect" label="Connect a device" isMain={!done.includes('device')} />
    </>
  );
}

export function DashboardStep({ firstHour: { assetId, done } }: StepProps) {
  if (assetId === null) {
    return (
      <>
        <p className={classes.text}>
          A dashboard shows what a device says. Connect the first one, then this step opens its dashboard.
        </p>
        <Action href="/first-hour?step=device" label="To the first device" isMain={false} />
      </>
    );
  }
  return (
    <>
      <p className={classes.text}>
        {done.includes('dashboard')
          ? 'There is a dashboard. A definition made from a template brings its own; change it by Edit mode.'
          : 'The first time that you open it, it shows the first data items. Turn on Edit mode, change what you like, and save it.'}
      </p>
      <Action href={`/assets/${assetId}/dashboard`} label="Open the dashboard" isMain />
    </>
  );
}

export function ColleagueStep() {
  return (
    <>
      <p className={classes.text}>Giving somebody access is three links, all of them on the page Admin:</p>
      <ol className={classes.how}>
        <li>A user: the + above the users. The portal mails a link to set a password by.</li>
        <li>A user group with what its users may do: a preset such as Viewer fills it.</li>
        <li>An asset group that the user group sees, with the asset in it.</li>
      </ol>
      <Action href="/admin" label="Users and groups" isMain />
    </>
  );
}

function Action({ href, label, isMain }: { href: string; label: string; isMain: boolean }) {
  return (
    <div className={classes.actions}>
      <Button component={Link} href={href} variant={isMain ? 'filled' : 'default'}>
        {label}
      </Button>
    </div>
  );
}

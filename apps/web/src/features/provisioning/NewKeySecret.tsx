import { Button } from '@mantine/core';
import { CopyButton } from '#ui/CopyButton.tsx';
import { provisionLine } from './describe-key.ts';
import type { MadeKey } from './NewKeyDialog.tsx';
import classes from './provisioning.module.css';

/** What goes into the devices. The portal keeps only a fingerprint of the secret. */
export function NewKeySecret({ made, onDone }: { made: MadeKey; onDone: () => void }) {
  const parts = [
    { label: 'Key', what: 'key', text: made.deviceKey },
    { label: 'Secret, shown this once', what: 'secret', text: made.deviceSecret },
    { label: 'As a device asks', what: 'line', text: provisionLine(window.location.origin, made) },
  ];
  return (
    <div className={classes.form}>
      <p className={classes.once}>Copy the secret now: it is not shown again. A lost one is replaced by a new key.</p>
      {parts.map(({ label, what, text }) => (
        <div key={what} className={classes.secret}>
          <div className={classes.secretWords}>
            <span className={classes.label}>{label}</span>
            <code className={classes.code}>{text}</code>
          </div>
          <CopyButton text={text} what={what} />
        </div>
      ))}
      <div className={classes.actions}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './connect.module.css';
import { DeviceLines } from './DeviceLines.tsx';

interface ConnectDeviceProps {
  accessToken: string;
  /** Somebody has the token: it was copied. */
  onKept: () => void;
  onClose: () => void;
  /** What stands between the lines and the way out. */
  children?: ReactNode;
}

/** An access token, shown this once, and what to do with it. */
export function ConnectDevice({ accessToken, onKept, onClose, children }: ConnectDeviceProps) {
  return (
    // Marking it and copying by hand is copying, too.
    <div className={classes.panel} onCopy={onKept}>
      <section className={classes.part}>
        <div className={classes.head}>
          <h3 className={classes.heading}>Access token</h3>
          <span className={classes.once}>shown this once</span>
          <CopyButton text={accessToken} what="access token" onCopied={onKept} />
        </div>
        <code className={classes.token}>{accessToken}</code>
        <p className={classes.hint}>
          The device sends it as its MQTT user name. The portal keeps only a fingerprint of it: a lost token is replaced
          with <em>New access token</em> in the menu of the asset.
        </p>
      </section>
      <DeviceLines accessToken={accessToken} onCopied={onKept} />
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </div>
  );
}

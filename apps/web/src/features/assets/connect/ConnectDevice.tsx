import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './connect.module.css';
import { DeviceLines } from './DeviceLines.tsx';
import { TokenPart } from './TokenPart.tsx';

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
      <TokenPart accessToken={accessToken} onKept={onKept}>
        The device sends it as its MQTT user name. The portal keeps only a fingerprint of it: a lost token is replaced
        with <em>New access token</em> in the menu of the asset.
      </TokenPart>
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

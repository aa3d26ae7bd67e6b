import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './tile-editor.module.css';

/** The address of a tile by itself, to open or to copy. */
export function TileLink({ href }: { href: string }) {
  const address = new URL(href, window.location.href).href;
  return (
    <div className={classes.link}>
      <span className={classes.linkLabel}>Link to the tile</span>
      <span className={classes.linkRow}>
        <a href={href} target="_blank" rel="noopener" className={classes.linkText}>
          {address}
        </a>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <ActionIcon aria-label={copied ? 'Copied' : 'Copy the link'} onClick={copy}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          )}
        </CopyButton>
      </span>
    </div>
  );
}

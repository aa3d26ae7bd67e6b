import { Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';
import { portalName } from '#ui/page/portal-name.ts';
import { safeFilename, saveFile } from '#ui/save-file.ts';
import classes from '../user-settings.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onDone: () => void;
}

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false);
  const text = `${portalName()} recovery codes of ${username}\nEach works once in the place of a code of the app.\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.form}>
      <p className={classes.lead}>
        Two-step login is on. Keep these codes where your phone is not: each logs you in once without it. They are not
        shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={codes.join('\n')} what="recovery codes" onCopied={() => setKept(true)} />
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => {
            saveFile(text, safeFilename(`${portalName()} recovery codes.txt`, 'recovery codes.txt'), 'text/plain');
            setKept(true);
          }}
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have kept the recovery codes."
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <div className={classes.formActions}>
        <Button disabled={!isKept} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

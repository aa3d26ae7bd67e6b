import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { toast } from './feedback/toast.ts';

const COPIED_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: 'access token'. */
  what: string;
  onCopied?: (() => void) | undefined;
}

/** Copies a text, and says so where the finger is. */
export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (button: HTMLElement) => {
    if (await copyText(text, button.parentElement ?? button)) {
      setCopied(true);
      onCopied?.();
    } else {
      toast('The browser did not let the portal copy. Mark the text and copy it yourself.', 'error');
    }
  };

  return (
    <Button
      variant="default"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      leftSection={isCopied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

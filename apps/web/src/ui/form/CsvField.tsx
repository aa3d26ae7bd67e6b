import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import classes from './csv-field.module.css';

/** Longer texts stay out of the text area: browsers lay out 100,000 lines of it at every keystroke. */
const SHOWN_CHARACTERS = 50_000;
/** More than any table that is taken in has; a browser that reads some gigabytes as one text gives up. */
const MOST_FILE_BYTES = 50 * 1_024 * 1_024;

interface CsvFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
}

/** Takes CSV: typed, pasted, dropped or opened as a file. A long one is kept and summed up instead of shown. */
export function CsvField({ label, placeholder, text, onChange }: CsvFieldProps) {
  const [fault, setFault] = useState<string>();
  const take = (next: string) => {
    setFault(undefined);
    onChange(next);
  };
  const takeLong = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (pasted.length <= SHOWN_CHARACTERS) return;
    event.preventDefault();
    take(pasted);
  };
  const takeFile = async (file: File | null | undefined) => {
    if (!file) return;
    const most = formatBytes(MOST_FILE_BYTES);
    if (file.size > MOST_FILE_BYTES) {
      setFault(`${file.name} has ${formatBytes(file.size)}; at most ${most} can be read. Divide it.`);
      return;
    }
    try {
      take(await file.text());
    } catch {
      // A folder, a file that has gone, one that may not be read: browsers do not say which.
      setFault(`${file.name} could not be read.`);
    }
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a short cut; the button below opens one, too
    <div className={classes.field} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      {text.length > SHOWN_CHARACTERS ? (
        <p className={classes.long} role="status">
          {countLines(text).toLocaleString('en-US')} lines of CSV
        </p>
      ) : (
        <Textarea
          label={label}
          placeholder={placeholder}
          rows={5}
          resize="vertical"
          spellCheck={false}
          classNames={{ input: classes.input ?? '' }}
          value={text}
          onPaste={takeLong}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
      <Group gap="xs">
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void takeFile(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileUpload size={15} aria-hidden />}>
              Open a file
            </Button>
          )}
        </FileButton>
        {text === '' ? null : (
          <Button variant="subtle" color="gray" leftSection={<IconX size={15} aria-hidden />} onClick={() => take('')}>
            Clear
          </Button>
        )}
      </Group>
      {fault === undefined ? null : (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function countLines(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

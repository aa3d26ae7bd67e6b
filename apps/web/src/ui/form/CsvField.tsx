import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconFileUpload, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, DragEvent } from 'react';
import classes from './csv-field.module.css';

/** Longer texts stay out of the text area: browsers lay out 100,000 lines of it at every keystroke. */
const SHOWN_CHARACTERS = 50_000;

interface CsvFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
}

/** Takes CSV: typed, pasted, dropped or opened as a file. A long one is kept and summed up instead of shown. */
export function CsvField({ label, placeholder, text, onChange }: CsvFieldProps) {
  const takeLong = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (pasted.length <= SHOWN_CHARACTERS) return;
    event.preventDefault();
    onChange(pasted);
  };
  const takeFile = async (file: File | null | undefined) => {
    if (file) onChange(await file.text());
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
          onChange={(event) => onChange(event.currentTarget.value)}
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
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={15} aria-hidden />}
            onClick={() => onChange('')}
          >
            Clear
          </Button>
        )}
      </Group>
    </div>
  );
}

function countLines(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { Pending } from '#pages/Pending.tsx';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import type { PreviewProps } from '../FilePreview.tsx';
import classes from '../files.module.css';
import { CannotShow } from './CannotShow.tsx';
import { useBeginning } from './use-beginning.ts';

/** More of a text is read in a program for it. */
export const TEXT_BYTES = 262_144;

/** The beginning of a text, as it stands there: markup in it is text like any other. */
export function TextPreview({ file }: PreviewProps) {
  const query = useBeginning(file, TEXT_BYTES);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the text" failure="The text could not be loaded." rows={8} />;
  }
  const text = textOf(query.data);
  if (text === undefined) return <CannotShow>It is no text, whatever its name says.</CannotShow>;
  return (
    <>
      <ScrollRegion className={classes.scroller} label="Text">
        <pre>{text}</pre>
      </ScrollRegion>
      {file.length > TEXT_BYTES ? <p className={classes.note}>The first {formatBytes(TEXT_BYTES)} of it.</p> : null}
    </>
  );
}

/** Bytes as UTF-8; undefined: they are no text. A character that the end cuts through is left out. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes).replace(/\ufffd$/, '');
  return text.includes('\u0000') ? undefined : text;
}

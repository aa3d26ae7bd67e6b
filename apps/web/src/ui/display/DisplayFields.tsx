import { Textarea } from '@mantine/core';
import type { ItemDisplay } from '@telltale/contract';
import { NumberEntry } from '../form/NumberEntry.tsx';
import { BandFields, type SeverityChoice } from './BandFields.tsx';
import classes from './display-fields.module.css';

/** A description while it is being written: words as they are typed. */
export interface DisplayDraft extends Omit<ItemDisplay, 'words'> {
  readonly wordsText: string;
}

interface DisplayFieldsProps {
  value: DisplayDraft;
  onChange: (value: DisplayDraft) => void;
  severities: readonly SeverityChoice[];
  wordsProblem: string | undefined;
}

/** How the values of a data item are read: decimals, scale, bands, words and a description. */
export function DisplayFields({ value, onChange, severities, wordsProblem }: DisplayFieldsProps) {
  const put = (part: Partial<DisplayDraft>) => onChange({ ...value, ...part });
  return (
    <div className={classes.fields}>
      <div className={classes.numbers}>
        <NumberEntry
          label="Decimals"
          placeholder="2"
          min={0}
          max={12}
          allowDecimal={false}
          value={value.decimals}
          onChange={(decimals) => put({ decimals })}
        />
        <NumberEntry label="Min" placeholder="As recorded" value={value.min} onChange={(min) => put({ min })} />
        <NumberEntry label="Max" placeholder="As recorded" value={value.max} onChange={(max) => put({ max })} />
      </div>
      <BandFields value={value.bands} onChange={(bands) => put({ bands })} severities={severities} />
      <Textarea
        label="Words for values"
        description="A line for each, as 0 = Closed"
        autosize
        minRows={2}
        maxRows={8}
        error={wordsProblem}
        value={value.wordsText}
        onChange={({ currentTarget }) => put({ wordsText: currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1_000}
        value={value.description}
        onChange={({ currentTarget }) => put({ description: currentTarget.value })}
      />
    </div>
  );
}

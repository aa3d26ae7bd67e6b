import { useState } from 'react';

interface Edit {
  /** What stood there when it began. */
  readonly seen: string;
  readonly text: string;
}

type Texts<Field extends string> = Readonly<Record<Field, string>>;

export interface Edits<Field extends string> {
  /** What each field shows: as it was typed, or else as it is stored. */
  readonly form: Texts<Field>;
  set(part: Partial<Texts<Field>>): void;
  /** Those of the fields in which another text stands by now than the one that was seen, and not the one that was typed. */
  contested<Some extends Field>(of: readonly Some[]): Some[];
  /** What stands there now was seen: what is typed is to replace it. */
  keep(fields: readonly Field[]): void;
  /** What was typed is given up. */
  drop(fields: readonly Field[]): void;
  /** All of it is stored, but for what was typed since this was drawn. */
  end(): void;
}

/** What is edited stays as it was typed; all else follows what is stored, which others change and which may be on its way. */
export function useEdits<Field extends string>(stored: Texts<Field>): Edits<Field> {
  const [edits, setEdits] = useState<ReadonlyMap<Field, Edit>>(new Map());
  const change = (how: (next: Map<Field, Edit>) => void) =>
    setEdits((before) => {
      const next = new Map(before);
      how(next);
      return next;
    });
  return {
    form: Object.fromEntries(
      Object.keys(stored).map((field) => [field, edits.get(field as Field)?.text ?? stored[field as Field]]),
    ) as Texts<Field>,
    set: (part) =>
      change((next) => {
        for (const [field, text] of Object.entries(part) as [Field, string][]) {
          const before = next.get(field);
          // What was typed and stands there by now is what was seen when one types on.
          const isStored = before === undefined || isSame(before.text, stored[field]);
          next.set(field, { seen: isStored ? stored[field] : before.seen, text });
        }
      }),
    contested: (of) =>
      of.filter((field) => {
        const edit = edits.get(field);
        return edit !== undefined && ![edit.seen, edit.text].some((text) => isSame(text, stored[field]));
      }),
    keep: (fields) =>
      change((next) => {
        for (const field of fields) next.set(field, { seen: stored[field], text: next.get(field)?.text ?? '' });
      }),
    drop: (fields) =>
      change((next) => {
        for (const field of fields) next.delete(field);
      }),
    end: () => setEdits((now) => (now === edits ? new Map() : now)),
  };
}

/** The portal cuts off what stands around a name. */
const isSame = (one: string, other: string) => one.trim() === other.trim();

import {
  CONTACT_FIELDS,
  LIST_FIELDS,
  type ListField,
  MEDICATIONS,
  type Medication,
  medicationText,
  type PatientInfo,
  type StoredPatient,
  type TextField,
} from './patient-info.ts';

/** What somebody told who edits hears of what another one saved meanwhile. */
export type Told =
  /** The other one's is taken: nothing was typed there. */
  | { readonly kind: 'taken'; readonly label: string; readonly text: string }
  /** Both changed it: what was typed stays until it is given up for the other's. */
  | { readonly kind: 'clash'; readonly label: string; readonly text: string; readonly field: TextField }
  /** It is stored in a form now in which it cannot be changed here: what was typed is told, so that it is not lost. */
  | { readonly kind: 'lost'; readonly label: string; readonly text: string };

const MEDICATIONS_LABEL = 'Medications';

/** Puts together what was typed since `base` and what another one stored since then; nothing that was typed goes. */
export function mergePatient(
  base: PatientInfo,
  mine: PatientInfo,
  theirs: StoredPatient,
): { info: PatientInfo; told: readonly Told[] } {
  const told: Told[] = [];
  const texts = { ...theirs.info.texts };
  for (const [field, label] of CONTACT_FIELDS) {
    const [before, typed, other] = [base.texts[field], mine.texts[field], theirs.info.texts[field]];
    const isTyped = typed !== before;
    if (theirs.strange.has(field)) {
      if (isTyped) told.push({ kind: 'lost', label, text: typed });
    } else if (!isTyped) {
      if (other !== before) told.push({ kind: 'taken', label, text: other || 'removed' });
    } else {
      texts[field] = typed;
      if (other !== before && other !== typed) told.push({ kind: 'clash', label, text: other, field });
    }
  }
  const lists: Record<ListField, readonly string[]> = { ...theirs.info.lists };
  for (const [field, label] of LIST_FIELDS) {
    const of = (info: PatientInfo) => info.lists[field];
    const merged = mergeLists(of(base), of(mine), of(theirs.info), (one) => one);
    if (theirs.strange.has(field)) tellLost(told, label, merged.added);
    else {
      lists[field] = merged.list;
      tellTaken(told, label, merged);
    }
  }
  const medicines = mergeLists(base.medications, mine.medications, theirs.info.medications, keyOf);
  const isStrange = theirs.strange.has(MEDICATIONS);
  if (isStrange) tellLost(told, MEDICATIONS_LABEL, medicines.added.map(medicationText));
  else {
    const inWords = { came: medicines.came.map(medicationText), went: medicines.went.map(medicationText) };
    tellTaken(told, MEDICATIONS_LABEL, inWords);
  }
  return { info: { texts, lists, medications: isStrange ? [] : medicines.list }, told };
}

const keyOf = (one: Medication) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** What either added is there, what either took away is not. */
function mergeLists<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[], key: (one: T) => string) {
  const keys = (list: readonly T[]) => new Set(list.map(key));
  const without = (list: readonly T[], other: ReadonlySet<string>) => list.filter((one) => !other.has(key(one)));
  const [before, typed, other] = [keys(base), keys(mine), keys(theirs)];
  const given = keys(without(base, typed));
  const added = without(mine, before);
  return {
    list: [...without(theirs, given), ...without(added, other)],
    /** What was typed. */
    added,
    /** What the other one added and took away. */
    came: without(theirs, before),
    went: without(base, other),
  };
}

function tellTaken(told: Told[], label: string, { came, went }: { came: readonly string[]; went: readonly string[] }) {
  const parts = [
    came.length > 0 ? `added ${came.join('; ')}` : '',
    went.length > 0 ? `removed ${went.join('; ')}` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) told.push({ kind: 'taken', label, text: parts.join('; ') });
}

function tellLost(told: Told[], label: string, typed: readonly string[]): void {
  if (typed.length > 0) told.push({ kind: 'lost', label, text: typed.join('; ') });
}
